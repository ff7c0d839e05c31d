import { type ReactNode, useEffect, useId, useRef } from 'react';

/** A question under what it is about. Its title takes the focus, and so again when the title changes. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <div className="manage-panel" role="group" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </div>
  );
}
