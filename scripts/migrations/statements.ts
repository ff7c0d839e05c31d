import { loadModule, type Node, parseSync, type ParseResult, type RangeVar } from 'libpg-query';
import { splitStatements, type Statement } from '#local/database/statements.ts';

export interface ParsedStatement extends Statement {
  node: Node;
}

await loadModule();

/** Parses SQL with Postgres' own parser. */
export function parseStatements(sql: string): ParsedStatement[] {
  return splitStatements(sql).flatMap((statement) => {
    const { stmts = [] } = parseSync(statement.text) as ParseResult;
    return stmts.flatMap(({ stmt }) => (stmt ? [{ ...statement, node: stmt }] : []));
  });
}

/** Returns the full name of a table, view or index. */
export const nameOf = (relation: RangeVar | undefined) =>
  `${relation?.schemaname ?? 'public'}.${relation?.relname ?? ''}`;

/** Returns the texts in a list of names, such as `{public, orders}`. */
export function namesIn(nodes: readonly Node[] = []): string[] {
  return nodes.flatMap((node) => {
    if ('String' in node) return [node.String.sval ?? ''];
    if ('List' in node) return namesIn(node.List.items);
    if ('TypeName' in node) return namesIn(node.TypeName.names);
    return [];
  });
}

/** Returns the tables that these statements create, which nobody uses yet. */
export function createdTables(statements: readonly ParsedStatement[]): Set<string> {
  return new Set(
    statements.flatMap(({ node }) => {
      if ('CreateStmt' in node) return [nameOf(node.CreateStmt.relation)];
      return 'CreateTableAsStmt' in node ? [nameOf(node.CreateTableAsStmt.into?.rel)] : [];
    }),
  );
}
