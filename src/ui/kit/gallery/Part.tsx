import type { ReactNode } from 'react';

/** One part of the screens with its states; `whole` gives each state the page's width. */
export const Part = ({ title, whole, children }: { title: string; whole?: boolean; children: ReactNode }) => (
  <section className="gallery-part">
    <h2>{title}</h2>
    <div className={whole ? 'gallery-states whole' : 'gallery-states'}>{children}</div>
  </section>
);

export const State = ({ name, children }: { name: string; children: ReactNode }) => (
  <figure className="gallery-state">
    <figcaption>{name}</figcaption>
    {children}
  </figure>
);
