import { type ReactNode, useEffect, useId, useRef } from 'react';
import { WithNames } from '#ui/WithNames.tsx';

interface Props {
  title: string;
  names?: readonly string[];
  about?: ReactNode;
  children: ReactNode;
}

/**
 * A panel that asks a question below the line it concerns. Its title takes the focus when it opens and when the title
 * changes.
 */
export function Panel({ title, names = [], about, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <div
      className="manage-panel"
      role="group"
      aria-labelledby={id}
      aria-describedby={about ? `${id}-about` : undefined}
    >
      <div className="stack gap-1.5">
        <h3 id={id} ref={heading} tabIndex={-1}>
          <WithNames text={title} names={names} />
        </h3>
        {about && (
          <div id={`${id}-about`} className="manage-about">
            {typeof about === 'string' ? <WithNames text={about} names={names} /> : about}
          </div>
        )}
      </div>
      {children}
    </div>
  );
}
