import type { ReactNode } from 'react';
import { previewUrl } from '../env.ts';

/** Returns the address of Studio's preview of a page. Only there, the preview knows who asks. */
const previewOf = (path: string): string => `/presentation?preview=${encodeURIComponent(path)}`;

/** A link to the preview of a page, or the page's address if there is no preview. */
export const PreviewLink = ({ path, children }: { path: string; children: ReactNode }) =>
  previewUrl ? (
    <a href={previewOf(path)} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <>Page: {path}</>
  );
