/** The build puts the text of the file into the script. */
declare module "*.ndjson" {
  const text: string;
  export default text;
}

declare module "*.csv" {
  const text: string;
  export default text;
}
