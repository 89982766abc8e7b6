#!/usr/bin/env node
"use strict";
// CommonJS, because it starts faster, and in old syntax, so that an old version of Node can run it and show the message.
var MINIMUM = [22, 13];
var version = process.versions.node.split(".").map(Number);

if (version[0] < MINIMUM[0] || (version[0] === MINIMUM[0] && version[1] < MINIMUM[1])) {
  process.stderr.write(
    "tamis: It needs Node " +
      MINIMUM.join(".") +
      " or later, but this is Node " +
      process.versions.node +
      ".\n",
  );
  process.exitCode = 2;
} else {
  var enableCompileCache = require("node:module").enableCompileCache;
  // For the drivers of databases. The files of the program have a cache of their own. Deno has no such function.
  if (enableCompileCache !== undefined) enableCompileCache(cacheDirectory());
  require("../dist/program/loader.cjs").runProgram(cacheDirectory());
}

/**
 * Returns the folder for compiled code: in the home directory, because compiled code in a shared folder such as /tmp
 * could come from another user. Without a usable folder, Node compiles the program each time.
 */
function cacheDirectory() {
  var path = require("node:path");
  var home = require("node:os").homedir();
  var base =
    process.platform === "win32"
      ? process.env.LOCALAPPDATA || path.join(home, "AppData", "Local")
      : process.env.XDG_CACHE_HOME || path.join(home, ".cache");
  return path.join(base, "tamis");
}
