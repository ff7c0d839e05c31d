import type { ReactNode } from 'react';

/** Shows one component of the screens in its states. `fullWidth` gives each state the width of the page. */
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
