import type { Constraint, Node } from 'libpg-query';
import { createdTables, nameOf, type ParsedStatement, parseStatements } from './statements.ts';

/**
 * Changes generated statements so that no call waits for long: indexes of existing tables are made concurrently, and
 * constraints are checked later. Both go into a second file, which runs statement by statement.
 */
export function shortLocks(text: string): { sql: string; afterwards: string } {
  const statements = parseStatements(text);
  const created = createdTables(statements);
  const later: string[] = [];
  const now = statements.map(({ text: statement, node }: ParsedStatement) => {
    if ('IndexStmt' in node && !created.has(nameOf(node.IndexStmt.relation))) {
      const { idxname = '', relation } = node.IndexStmt;
      const schema = relation?.schemaname ?? 'public';
      later.push(
        `drop index concurrently if exists "${schema}"."${idxname}";`,
        `${statement.replace(/^(create (?:unique )?index)/i, '$1 concurrently')};`,
      );
      return '';
    }
    if ('DropStmt' in node && node.DropStmt.removeType === 'OBJECT_INDEX') {
      later.push(`${statement.replace(/^drop index(?: if exists)?/i, 'drop index concurrently if exists')};`);
      return '';
    }
    const constraint = addedConstraint(node);
    if (!constraint || created.has(constraint.table)) return `${statement};`;
    const [schema, table] = constraint.table.split('.');
    later.push(`alter table "${schema}"."${table}" validate constraint "${constraint.name}";`);
    return `${statement} not valid;`;
  });
  return { sql: now.filter(Boolean).join('\n'), afterwards: later.join('\n') };
}

/** Returns the constraint that a statement adds, if it can be checked later. */
function addedConstraint(node: Node): { table: string; name: string } | null {
  if (!('AlterTableStmt' in node) || node.AlterTableStmt.objtype !== 'OBJECT_TABLE') return null;
  const [cmd, ...others] = node.AlterTableStmt.cmds ?? [];
  if (!cmd || others.length > 0 || !('AlterTableCmd' in cmd)) return null;
  const { subtype, def } = cmd.AlterTableCmd;
  if (subtype !== 'AT_AddConstraint' || !def || !('Constraint' in def)) return null;
  const { contype, conname, skip_validation }: Constraint = def.Constraint;
  if ((contype !== 'CONSTR_CHECK' && contype !== 'CONSTR_FOREIGN') || skip_validation || !conname)
    return null;
  return { table: nameOf(node.AlterTableStmt.relation), name: conname };
}
