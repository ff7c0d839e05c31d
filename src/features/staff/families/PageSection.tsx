import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** Id to link to. */
  anchor?: string;
  count?: number;
  /** Text for an empty section. */
  none?: string;
  children?: ReactNode;
}

/** A section of the page with its heading. */
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
