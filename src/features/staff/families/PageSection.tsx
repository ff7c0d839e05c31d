import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** Links lead to the section by this id. */
  anchor?: string;
  count?: number;
  /** An empty section shows this text. */
  none?: string;
  children?: ReactNode;
}

export function PageSection({ title, anchor, count, none, children }: Props) {
  const id = useId();
  return (
    <section className="sheet" id={anchor} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {count !== undefined && count > 0 && <span className="tag numbers">{count}</span>}
      </header>
      {none !== undefined && count === 0 && <p className="quiet">{none}</p>}
      {children}
    </section>
  );
}
