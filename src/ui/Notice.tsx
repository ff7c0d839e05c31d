import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { shield, warning } from './icons.ts';

/** A message. Screen readers announce a `bad` one at once, and other ones when they are idle. */
export function Notice({
  tone = 'calm',
  title,
  children,
  list,
  actions,
}: {
  tone?: 'calm' | 'warn' | 'bad';
  title?: string;
  children?: ReactNode;
  list?: readonly ReactNode[];
  actions?: ReactNode;
}) {
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon path={tone === 'calm' ? shield : warning} />
      <div>
        {title && <b>{title}</b>}
        {children && <p>{children}</p>}
        {list !== undefined && list.length > 0 && (
          <ul className="list-disc pl-5">
            {list.map((entry, index) => (
              <li key={index}>{entry}</li>
            ))}
          </ul>
        )}
        {actions && <div className="row">{actions}</div>}
      </div>
    </div>
  );
}
