// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import SignedInScreen from '#features/auth/SignedInScreen.tsx';

afterEach(cleanup);

it.each([
  ['/checkout/term?price=69700', ['Continue where I left off', 'Open Family Base']],
  ['/family-base/book', ['Continue where I left off', 'Open Family Base']],
  ['/', ['Open Family Base', 'Continue where I left off']],
  ['/family-base', ['Open Family Base']],
])(
  'the page shows the most useful link first to a member with earlier orders who came from %s',
  (path, names) => {
    render(<SignedInScreen orders={2} path={path} />);
    const links = screen.getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(names);
    expect(links.map(({ className }) => /\bline\b/.test(className))).toEqual(
      names.map((_, index) => index > 0),
    );
  },
);
