import type { AlterTableStmt, DropStmt, Node, RenameStmt } from 'libpg-query';
import { createdTables, nameOf, namesIn, type ParsedStatement, parseStatements } from './statements.ts';
import { type DataChange, announcementOf, readAnnouncements } from './announcements.ts';

/**
 * Kinds of objects that hold data or give data their type. Functions and views are compared by the contract of a
 * release instead.
 */
const holdsData = new Set([
  'OBJECT_TABLE',
  'OBJECT_SEQUENCE',
  'OBJECT_TYPE',
  'OBJECT_DOMAIN',
  'OBJECT_SCHEMA',
  'OBJECT_MATVIEW',
  'OBJECT_COLUMN',
  'OBJECT_ATTRIBUTE',
  'OBJECT_FOREIGN_TABLE',
  'OBJECT_EXTENSION',
]);

function dropsOf({ removeType = 'OBJECT_TABLE', objects = [] }: DropStmt): DataChange[] {
  if (!holdsData.has(removeType)) return [];
  const isGlobal = removeType === 'OBJECT_SCHEMA' || removeType === 'OBJECT_EXTENSION';
  return objects.map((object) => {
    const names = namesIn([object]);
    return { kind: 'drops', what: (isGlobal || names.length > 1 ? names : ['public', ...names]).join('.') };
  });
}

function alterations({ relation, cmds = [] }: AlterTableStmt): DataChange[] {
  return cmds.flatMap((node) => {
    if (!('AlterTableCmd' in node) || node.AlterTableCmd.subtype !== 'AT_DropColumn') return [];
    return [{ kind: 'drops' as const, what: `${nameOf(relation)}.${node.AlterTableCmd.name ?? ''}` }];
  });
}

function renamings(stmt: RenameStmt): DataChange[] {
  if (!holdsData.has(stmt.renameType ?? '')) return [];
  const object = stmt.relation ? nameOf(stmt.relation) : namesIn(objectOf(stmt)).join('.');
  const what = [object, stmt.subname].filter(Boolean).join('.');
  return [{ kind: 'renames', what, to: stmt.newname ?? '' }];
}

function objectOf({ object }: RenameStmt): Node[] {
  return object ? [object] : [];
}

function changesOf(node: Node): DataChange[] {
  if ('DropStmt' in node) return dropsOf(node.DropStmt);
  if ('AlterTableStmt' in node) return alterations(node.AlterTableStmt);
  if ('RenameStmt' in node) return renamings(node.RenameStmt);
  if ('TruncateStmt' in node)
    return (node.TruncateStmt.relations ?? []).flatMap((relation) =>
      'RangeVar' in relation ? [{ kind: 'drops' as const, what: nameOf(relation.RangeVar) }] : [],
    );
  if ('AlterEnumStmt' in node && node.AlterEnumStmt.oldVal) {
    const { typeName, oldVal, newVal = '' } = node.AlterEnumStmt;
    return [{ kind: 'renames', what: `${namesIn(typeName).join('.')}.${oldVal}`, to: newVal }];
  }
  return [];
}

/** Returns what a migration drops or renames, apart from what it has created itself. */
export function dataChanges(statements: readonly ParsedStatement[]): DataChange[] {
  const created = createdTables(statements);
  return statements
    .flatMap(({ node }) => changesOf(node))
    .filter(({ what }) => ![...created].some((table) => what === table || what.startsWith(`${table}.`)));
}

const keyOf = ({ kind, what, to = '' }: DataChange) => [kind, what, to].join(' ');

/** Finds what is dropped or renamed without being announced, and announcements whose change does not happen. */
export function findUnsaid(text: string): string[] {
  const done = dataChanges(parseStatements(text));
  const said = readAnnouncements(text);
  const doneKeys = new Set(done.map(keyOf));
  const saidKeys = new Set(said.map(keyOf));
  return [
    ...done
      .filter((change) => !saidKeys.has(keyOf(change)))
      .map((change) => `it ${change.kind} ${change.what} without a word: write “${announcementOf(change)}”`),
    ...said
      .filter((change) => !doneKeys.has(keyOf(change)))
      .map((change) => `it says that it ${change.kind} ${change.what}, but it does not`),
  ];
}
