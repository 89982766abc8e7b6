/** @example typeName("performance-jobs", "Row") // "PerformanceJobsRow" */
export function typeName(text: string, suffix: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("") + suffix;
  return /^\d/.test(name) ? `_${name}` : name;
}
