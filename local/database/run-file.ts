import { readFile } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { lineAt, splitStatements, type Statement } from './statements.ts';

export async function runFile(sql: postgres.TransactionSql, file: string): Promise<string[]> {
  const statements = splitStatements(await readFile(file, 'utf8'));
  for (const statement of statements) {
    try {
      await sql.unsafe(statement.text).simple();
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error;
      throw new Error(explain(path.basename(file), statement, error), { cause: error });
    }
  }
  return statements.map(({ text }) => text);
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
