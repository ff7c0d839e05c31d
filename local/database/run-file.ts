import { readFile } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { LOCK_TIMEOUT, MAX_BATCHES, readMigration } from './migration-file.ts';
import { lineAt, splitStatements, type Statement } from './statements.ts';

export async function runFile(sql: postgres.TransactionSql, file: string): Promise<string[]> {
  const statements = splitStatements(await readFile(file, 'utf8'));
  for (const statement of statements) await run(sql, file, statement);
  return statements.map(({ text }) => text);
}

async function run(sql: postgres.ISql, file: string, statement: Statement): Promise<number> {
  try {
    return (await sql.unsafe(statement.text).simple()).length;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    throw new Error(explain(path.basename(file), statement, error), { cause: error });
  }
}

/** Runs a migration in one transaction or, if it says so, statement by statement, and then `record`. */
export async function runMigration(
  sql: postgres.Sql,
  file: string,
  record: (tx: postgres.TransactionSql, statements: string[]) => Promise<unknown>,
): Promise<void> {
  const { isAtomic, parts } = readMigration(await readFile(file, 'utf8'));
  const statements = parts.map(({ text }) => text);
  const limitLocks = (tx: postgres.TransactionSql) =>
    tx`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
  if (isAtomic) {
    await sql.begin(async (tx) => {
      await limitLocks(tx);
      for (const part of parts) await run(tx, file, part);
      await tx`reset all`;
      await record(tx, statements);
    });
    return;
  }
  for (const part of parts) {
    let changed = part.isBatch ? 1 : 0;
    if (!part.isBatch) await run(sql, file, part);
    for (let batches = 0; changed > 0; batches++) {
      if (batches > MAX_BATCHES)
        throw new Error(`${path.basename(file)}:${part.line}: this batch does not end`);
      changed = await sql.begin(async (tx) => {
        await limitLocks(tx);
        return run(tx, file, part);
      });
    }
  }
  await sql.begin((tx) => record(tx, statements));
}

/**
 * Returns "20261121000000_first.sql:12: column "x" does not exist (42703)", then the hint and the statement's
 * beginning.
 */
function explain(file: string, statement: Statement, error: postgres.PostgresError): string {
  // Postgres counts characters from 1, and gives a position only for text that it could not parse or resolve.
  const within = error.position ? lineAt(statement.text, Number(error.position) - 1) - 1 : 0;
  return [
    `${file}:${statement.line + within}: ${error.message} (${error.code})`,
    error.detail && `  detail: ${error.detail}`,
    error.hint && `  hint: ${error.hint}`,
    error.where && `  where: ${error.where}`,
    `  in: ${statement.text.split('\n').slice(0, 3).join('\n      ')}`,
  ]
    .filter(Boolean)
    .join('\n');
}
