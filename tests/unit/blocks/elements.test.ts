// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#features/blocks/count-down.ts';
import '#features/blocks/video-frame.ts';
import { showPage } from '#support/unit/page.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2027-06-01T00:00:00Z') });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

it('a video requests nothing from its service before it is pressed, and plays only from a known one', () => {
  const show = (player: string) => {
    showPage(
      `<video-frame data-title="A day" data-player="${player}"><button data-play>Play: A day</button></video-frame>`,
    );
    document.querySelector<HTMLButtonElement>('button')?.click();
    return document.querySelector('iframe');
  };
  showPage(
    '<video-frame data-player="https://player.vimeo.com/video/1"><button data-play></button></video-frame>',
  );
  expect(document.querySelector('iframe')).toBeNull();
  const frame = show('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1');
  expect(frame?.title).toBe('A day');
  expect(frame?.src).toContain('https://www.youtube-nocookie.com/embed/');
  expect(show('https://player.vimeo.com.evil.example/video/1')).toBeNull();
});

it('a countdown is kept current, and is removed once it is over', () => {
  const parts = ['days', 'hours', 'minutes'].map(
    (part) => `<span data-part="${part}"><b></b><small></small></span>`,
  );
  const end = Date.parse('2027-06-01T00:02:00Z');
  showPage(`<count-down data-end="${end}"><aside>${parts.join('')}</aside></count-down>`);
  const text = () => document.body.textContent;
  expect(text()).toBe('0days0hours2minutes');
  vi.advanceTimersByTime(61_000);
  expect(text()).toBe('0days0hours1minute');
  vi.advanceTimersByTime(60_000);
  expect(text()).toBe('');
});
