import type { ReactNode } from 'react';
import './sheet.css';

export const Sheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="sheet">
    <h2 aria-live="polite">{title}</h2>
    {children}
  </section>
);

export const Rows = ({ children }: { children: ReactNode }) => <dl>{children}</dl>;

export const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
