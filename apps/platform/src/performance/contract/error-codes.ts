/** Error codes of performance tasks. */
export const CODES = {
  modelMissing: 21300,
  notMonitorable: 21301,
  parametersMissing: 21302,
  targetLevel: 21303,
  noProject: 21304,
  scoreCodeType: 21305,
} as const;
