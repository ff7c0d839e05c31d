// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { atom } from 'nanostores';
import { expect, it, vi } from 'vitest';
import type { Access, Guard } from '#domain/access.ts';
import { Guarded } from '#ui/Guarded.tsx';

it('a spinner says “Loading...” until the session is known, and the guard is closed on unmount', () => {
  const shut = vi.fn();
  const guard: Guard = { $access: atom<Access>({ state: 'checking' }), open: () => shut };
  const { unmount } = render(<Guarded guard={guard}>{() => <p>The family</p>}</Guarded>);
  expect(screen.getByText('Loading...')).toBeTruthy();
  expect(screen.queryByText('The family')).toBeNull();
  unmount();
  expect(shut).toHaveBeenCalled();
});
