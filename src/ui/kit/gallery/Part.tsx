import type { ReactNode } from 'react';

/** One part of the screens with its states; `fullWidth` gives each state the page's width. */
export const Part = ({
  title,
  fullWidth,
  children,
}: {
  title: string;
  fullWidth?: boolean;
  children: ReactNode;
}) => (
  <section className="gallery-part">
    <h2>{title}</h2>
    <div className={fullWidth ? 'gallery-states full-width' : 'gallery-states'}>{children}</div>
  </section>
);

export const State = ({ name, children }: { name: string; children: ReactNode }) => (
  <figure className="gallery-state">
    <figcaption>{name}</figcaption>
    {children}
  </figure>
);
