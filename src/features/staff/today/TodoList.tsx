import type { ReactNode } from 'react';
import { messages } from './messages.ts';

interface Props<Row> {
  id: string;
  title: string;
  href?: string;
  none: string;
  rows: { count: number; first: readonly Row[] };
  rest?: string;
  children: (row: Row) => ReactNode;
}

export function TodoList<Row>({ id, title, href, none, rows: { count, first }, rest, children }: Props<Row>) {
  return (
    <section className="sheet" id={id} aria-labelledby={`${id}-heading`}>
      <header>
        <h2 id={`${id}-heading`}>{href === undefined ? title : <a href={href}>{title}</a>}</h2>
        {count > 0 && <span className="tag numbers">{count}</span>}
      </header>
      {first.length === 0 ? <p className="quiet">{none}</p> : <ul>{first.map(children)}</ul>}
      {count > first.length && (
        <p className="quiet rest">
          {href === undefined ? messages.more(first.length, count) : <a href={href}>{rest}</a>}
        </p>
      )}
    </section>
  );
}
