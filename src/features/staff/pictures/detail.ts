import type { ErrorCode } from '#contract/errors.ts';
import type { PictureDetails } from '#contract/pictures.ts';
import { createDetail, outcomeOf, type DetailView } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export type PictureView = DetailView<PictureDetails, ErrorCode>;
export type Outcome =
  | { state: 'done'; what: 'saved' | 'deleted' | 'restored' }
  | { state: 'refused'; code: ErrorCode };

export function createPictureDetailsStore(onChanged: (picture: PictureDetails) => void) {
  const detail = createDetail<PictureDetails, ErrorCode, Outcome>({
    name: 'picture',
    read: api.fetchPicture,
    onRead: onChanged,
  });

  const rename = (name: string) =>
    detail.act(async ({ id }) =>
      outcomeOf(await api.savePicture(id, { name }), () => ({ state: 'done', what: 'saved' })),
    );
  const mark = (shows: PictureDetails['shows'], children: string[]) =>
    detail.act(async ({ id }) =>
      outcomeOf(await api.savePicture(id, { shows, children }), () => ({ state: 'done', what: 'saved' })),
    );
  const remove = (isDeleted: boolean) =>
    detail.act(async ({ id }) =>
      outcomeOf(await api.deletePicture(id, isDeleted), () => ({
        state: 'done',
        what: isDeleted ? 'deleted' : 'restored',
      })),
    );

  return { ...detail, rename, mark, remove };
}
export type PictureDetailsStore = ReturnType<typeof createPictureDetailsStore>;
