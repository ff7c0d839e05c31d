import type { ErrorCode } from '#contract/errors.ts';
import type { PictureStory } from '#contract/pictures.ts';
import type { Answer } from '#api/errors.ts';
import { createOpened, type OpenedView } from '#ui/staff/opened.ts';
import * as api from './api.ts';

export type PictureView = OpenedView<PictureStory, ErrorCode>;
export type End =
  | { state: 'done'; what: 'saved' | 'deleted' | 'restored' }
  | { state: 'refused'; code: ErrorCode };

/** The picture that the address names, and the actions on it. */
export function createPictureStory(onChanged: (picture: PictureStory) => void) {
  const opened = createOpened<PictureStory, ErrorCode, End>({
    name: 'picture',
    read: api.fetchPicture,
    onRead: onChanged,
  });
  const ended = (answer: Answer<PictureStory>, what: 'saved' | 'deleted' | 'restored'): End =>
    answer.ok ? { state: 'done', what } : { state: 'refused', code: answer.code };

  const rename = (name: string) =>
    opened.act(async ({ id }) => ended(await api.savePicture(id, { name }), 'saved'));
  const mark = (shows: PictureStory['shows'], children: string[]) =>
    opened.act(async ({ id }) => ended(await api.savePicture(id, { shows, children }), 'saved'));
  const remove = (isGone: boolean) =>
    opened.act(async ({ id }) => ended(await api.deletePicture(id, isGone), isGone ? 'deleted' : 'restored'));

  return { ...opened, rename, mark, remove };
}
export type Story = ReturnType<typeof createPictureStory>;
