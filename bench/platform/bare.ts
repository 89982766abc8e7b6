import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that discards bodies of requests and always sends the same body. Its argument is the number of bytes of that body. */

const body = Buffer.alloc(Number(process.argv[2]), " ");
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": body.length,
      etag: '"1"',
      location: "/annotations/annotations/1",
    });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
