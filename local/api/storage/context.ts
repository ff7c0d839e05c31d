import type { StorageDatabase } from './database.ts';
import type { Files } from './files.ts';
import type { Signer } from './tokens.ts';

export interface StorageKeys {
  anonKey: string;
  serviceRoleKey: string;
  jwtSecret: string;
}
export interface StorageContext {
  Bindings: {
    database: StorageDatabase;
    files: Files;
    signer: Signer;
    keys: StorageKeys;
  };
}
