import type { ReactNode } from 'react';
import './empty.css';

/** Shown instead of a list that is empty or failed to load. It has a drawing, a title, a sentence and the next step. */
export function EmptyState({
  picture,
  small = false,
  title,
  level = 3,
  children,
  actions,
  bad = false,
}: {
  picture?: string;
  small?: boolean;
  title: string;
  level?: 1 | 2 | 3;
  children?: ReactNode;
  actions?: ReactNode;
  bad?: boolean;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={bad ? 'empty bad' : 'empty'} role={bad ? 'alert' : undefined}>
      {picture && (
        <img className={small ? 'sign' : undefined} src={picture} width="170" height="170" alt="" />
      )}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {actions && <div className="row">{actions}</div>}
    </div>
  );
}
