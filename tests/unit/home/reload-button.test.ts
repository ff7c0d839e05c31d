// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import '#features/home/reload-button.ts';
import { find, showPage } from '#support/unit/page.ts';

afterEach(() => vi.restoreAllMocks());

it('the button reloads the page', () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  showPage('<reload-button><button>Refresh Page</button></reload-button>');
  expect(reload).not.toHaveBeenCalled();
  find('button').click();
  expect(reload).toHaveBeenCalledOnce();
});
