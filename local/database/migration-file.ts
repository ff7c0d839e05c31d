import { splitStatements, type Statement } from './statements.ts';

interface Part extends Statement {
  /** True if the statement is repeated until it returns no row, each time in its own transaction. */
  isBatch: boolean;
}

export interface MigrationFile {
  /** True if the whole file is one transaction. Otherwise it may be run again from its beginning. */
  isAtomic: boolean;
  parts: Part[];
}

/** A statement gives up if it waits longer for a lock, because every later call would wait behind it. */
export const LOCK_TIMEOUT = '3s';

/**
 * Reads the two marks of a migration: a line `-- no transaction` (for indexes made concurrently), and a line `-- batch`
 * directly before a statement that changes some rows and returns them.
 */
export function readMigration(text: string): MigrationFile {
  const lines = text.split('\n');
  return {
    isAtomic: !lines.some((line) => line.trim() === '-- no transaction'),
    parts: splitStatements(text).map((statement) => ({
      ...statement,
      isBatch: lines[statement.line - 2]?.trim() === '-- batch',
    })),
  };
}

/** A batch that never ends would hold up a deployment for ever. */
export const MAX_BATCHES = 1_000_000;
