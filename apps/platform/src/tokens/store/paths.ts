import { tokenService } from "tamis/families";

const { prefix } = tokenService;

export const TOKEN = `${prefix}/oauth/token`;
export const CLIENTS_PATH = `${prefix}/oauth/clients`;
export const KEYS = `${prefix}/token_keys`;
/** Paths that only the audit trail uses: no operation shows users, codes and tokens. */
export const USERS_PATH = `${prefix}/users`;
export const CODES_PATH = `${prefix}/oauth/codes`;
export const TOKENS_PATH = `${prefix}/oauth/tokens`;
