// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { LoadError } from '#browser/load-error.ts';
import { readConsole, readError } from '#features/watch/errors.ts';

const rejection = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason });
const errorEvent = (error: unknown, filename = 'https://site.test/_astro/page.js') =>
  new ErrorEvent('error', { message: 'Uncaught', filename, error: error as Error });

describe('severity (spec 1 §8)', () => {
  it('the severity of a global error is high, with its file and stack', () => {
    const details = readError(errorEvent(new TypeError('x is not a function')));
    expect(details).toMatchObject({
      error_type: 'RUNTIME_ERROR',
      severity: 'high',
      message: 'TypeError: x is not a function',
      filename: 'https://site.test/_astro/page.js',
    });
    expect(details?.stack).toContain('TypeError');
  });

  it.each([
    [new RangeError('too far'), 'RangeError: too far'],
    ['a text', 'Error: a text'],
    [{ code: 'PGRST301', message: 'JWT expired' }, 'Error: JWT expired'],
    [null, 'Error: null'],
    [undefined, 'Error: undefined'],
    [Object.create(null), 'Error: no text'],
    [Symbol('odd'), 'Error: Symbol(odd)'],
  ])('of a rejection with %o is high', (reason, message) => {
    expect(readError(rejection(reason))).toMatchObject({
      error_type: 'PROMISE_REJECTION',
      severity: 'high',
      message,
    });
  });

  it('the severity of a failed import is critical, with its cause', () => {
    const cause = new TypeError('Failed to fetch dynamically imported module: https://site.test/_astro/a.js');
    expect(
      readError(rejection(new LoadError('A part of the page could not be fetched', { cause }))),
    ).toMatchObject({
      severity: 'critical',
      message: `TypeError: ${cause.message}`,
    });
  });

  it('the severity of a script that does not load is critical, and a picture is ignored', () => {
    const script = document.createElement('script');
    script.src = 'https://site.test/_astro/gone.js';
    const eventAt = (target: Element) =>
      Object.defineProperty(new Event('error'), 'target', { value: target });
    expect(readError(eventAt(script))).toMatchObject({ severity: 'critical', filename: script.src });
    expect(readError(eventAt(document.createElement('img')))).toBeNull();
  });

  it('the severity of an error that an island handled is medium, and of one that crashed it is critical', () => {
    const handled = {
      message: 'Sessions did not load: unexpected',
      error_type: 'RUNTIME_ERROR',
      stack: '',
    } as const;
    expect(readError(handled)).toMatchObject({ severity: 'medium' });
    expect(readError({ ...handled, error_type: 'REACT_ERROR' })).toMatchObject({ severity: 'critical' });
  });

  it.each([
    [['Warning: React does not know this'], true],
    [['in the Booking component', new Error('boom')], true],
    [['a picture is missing'], false],
    // The console must not throw for a value that cannot be printed.
    [['React:', Object.create(null), Symbol('odd')], true],
  ])('of the console message %o is medium if it is about React or a component', (message, counts) => {
    const details = readConsole(message);
    expect(details !== null).toBe(counts);
    if (details)
      expect(readError(details)).toMatchObject({ severity: 'medium', error_type: 'RUNTIME_ERROR' });
  });
});

describe('noise is ignored', () => {
  it.each([
    errorEvent(new Error('boom'), 'chrome-extension://abc/content.js'),
    new ErrorEvent('error', { message: 'Script error.' }),
    new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }),
    rejection(new DOMException('The user aborted a request.', 'AbortError')),
    rejection(new DOMException('Transition was aborted because of invalid state', 'InvalidStateError')),
    rejection(
      new DOMException('Skipping view transition because skipTransition() was called.', 'OtherError'),
    ),
  ])('in case %#', (event) => {
    expect(readError(event)).toBeNull();
  });
});
