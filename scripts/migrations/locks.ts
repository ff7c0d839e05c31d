import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Node } from 'libpg-query';
import * as v from 'valibot';
import { readMigration } from '#local/database/migration-file.ts';
import { createdTables, nameOf, type ParsedStatement, parseStatements } from './statements.ts';

const squawkPackage = createRequire(import.meta.url).resolve('squawk-cli/package.json');

/**
 * Rules of Squawk that are switched off. They are about style, about the timeout that we set for
 * every migration, and about drops and renames, which our migrations announce themselves.
 */
const excluded = [
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-timestamp-tz',
  'ban-char-field',
  'require-lock-timeout',
  'require-statement-timeout',
  'ban-drop-column',
  'ban-drop-table',
  'ban-drop-database',
  'renaming-column',
  'renaming-table',
];

const Findings = v.array(
  v.object({
    line: v.number(),
    rule_name: v.string(),
    message: v.string(),
    help: v.nullish(v.string()),
  }),
);

/** Runs Squawk, a linter for migrations of Postgres. */
function squawk(text: string, isAtomic: boolean): string[] {
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [
      path.join(path.dirname(squawkPackage), 'js/bin/squawk'),
      ...['--reporter', 'json', '--pg-version', '17.0', '--stdin-filepath', 'migration.sql'],
      ...(isAtomic ? ['--assume-in-transaction'] : []),
      ...['--exclude', excluded.join(',')],
    ],
    { input: text, encoding: 'utf8' },
  );
  if (error) throw error;
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), Findings), stdout);
  if (!success) throw new Error(`Squawk did not answer: ${stderr || stdout}`);
  return output.map(({ line, rule_name, message, help }) =>
    [`line ${line + 1}: ${message} (${rule_name})`, help].filter(Boolean).join(' '),
  );
}

/**
 * Finds statements that Squawk does not report. These are statements that lock a whole table or touch each row of a
 * large one.
 */
function ownFindings(
  text: string,
  statements: readonly ParsedStatement[],
  smallTables: ReadonlySet<string>,
): string[] {
  const { isAtomic, parts } = readMigration(text);
  const created = createdTables(statements);
  const isHarmless = (table: string) => created.has(table) || smallTables.has(table);
  const batches = new Set(parts.filter(({ isBatch }) => isBatch).map(({ line }) => line));
  const before = (index: number) => statements[index - 1]?.node;
  return statements.flatMap(({ node, line, text: statement }, index) => {
    const say = (sentence: string) => [`line ${line}: ${sentence}`];
    if (batches.has(line)) {
      if (isAtomic) return say('batches need the line “-- no transaction” in this file');
      return /\blimit\b/i.test(statement) && /\breturning\b/i.test(statement)
        ? []
        : say('a batch has a limit, and returns the rows that it has changed');
    }
    const table = writtenTable(node);
    if (table !== null && !isHarmless(table))
      return say(`it changes rows of ${table} at once: do it in batches (docs/how-to/migration.md)`);
    if (isWholeTable(node)) return say('it locks a whole table for as long as it takes');
    if ('DoStmt' in node && !/--\s*reviewed: \S.{5}/.test(linesBefore(text, line)))
      return say(
        'nobody can see what a block does: write “-- reviewed: why it takes no long lock” before it',
      );
    if (isAtomic && isConcurrent(node))
      return say('it cannot run in a transaction: put it into a file with the line “-- no transaction”');
    return isAtomic ? [] : repeatable(node, before(index)).flatMap(say);
  });
}

const linesBefore = (text: string, line: number) => text.split('\n')[line - 2] ?? '';

function writtenTable(node: Node): string | null {
  if ('UpdateStmt' in node) return nameOf(node.UpdateStmt.relation);
  if ('DeleteStmt' in node) return nameOf(node.DeleteStmt.relation);
  if (!('InsertStmt' in node)) return null;
  const { selectStmt, relation } = node.InsertStmt;
  const isValues = selectStmt && 'SelectStmt' in selectStmt && selectStmt.SelectStmt.valuesLists;
  return isValues ? null : nameOf(relation);
}

const isWholeTable = (node: Node) =>
  'LockStmt' in node ||
  'ClusterStmt' in node ||
  ('VacuumStmt' in node && node.VacuumStmt.is_vacuumcmd === true) ||
  ('RefreshMatViewStmt' in node && !node.RefreshMatViewStmt.concurrent);

const isConcurrent = (node: Node) =>
  ('IndexStmt' in node && node.IndexStmt.concurrent === true) ||
  ('DropStmt' in node && node.DropStmt.concurrent === true);

/**
 * Finds statements that could not be repeated. A file without a transaction may stop anywhere, and is then run again
 * from its beginning.
 */
function repeatable(node: Node, before: Node | undefined): string[] {
  if ('IndexStmt' in node) {
    const { idxname = '', concurrent, if_not_exists } = node.IndexStmt;
    const dropped = before && 'DropStmt' in before ? JSON.stringify(before.DropStmt) : '';
    return concurrent && !if_not_exists && dropped.includes(JSON.stringify(idxname))
      ? []
      : [
          `an interrupted build leaves an invalid index: write “drop index concurrently if exists … ${idxname};” directly ` +
            'before it, and leave out “if not exists”',
        ];
  }
  if ('DropStmt' in node)
    return node.DropStmt.missing_ok ? [] : ['it cannot be run twice: write “if exists”'];
  if ('AlterTableStmt' in node) {
    const isValidation = (node.AlterTableStmt.cmds ?? []).every(
      (cmd) => 'AlterTableCmd' in cmd && cmd.AlterTableCmd.subtype === 'AT_ValidateConstraint',
    );
    return isValidation
      ? []
      : ['only “validate constraint” may stand here: put the rest into a file of its own'];
  }
  return ['only indexes, “validate constraint” and batches may stand in a file without a transaction'];
}

/** Finds statements that would make calls wait. `smallTables` have few rows, so they may be rewritten. */
export function findLongLocks(text: string, smallTables: ReadonlySet<string>): string[] {
  return [
    ...squawk(text, readMigration(text).isAtomic),
    ...ownFindings(text, parseStatements(text), smallTables),
  ];
}
