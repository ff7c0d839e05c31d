import { pictureSorts, type StaffPicture } from '#contract/pictures.ts';
import { createList } from '#ui/staff/table/list.ts';
import { fetchPictures } from './api.ts';
import { listMessages } from './messages.ts';

/**
 * The list of pictures by name, in pages of a hundred (spec 1 §3). The key of a page is the number of pictures before
 * it.
 */
export const pictureList = () =>
  createList<StaffPicture>({
    filters: [
      { kind: 'search', name: 'search', label: listMessages.search, placeholder: listMessages.searchHint },
      {
        kind: 'choice',
        name: 'shows',
        label: listMessages.shows,
        all: listMessages.all,
        options: Object.entries(listMessages.filters),
      },
    ],
    sorts: pictureSorts,
    read: async ({ filter, sort }, after) => {
      const offset = Number(after ?? '0');
      const answer = await fetchPictures(filter, sort, offset);
      if (!answer.ok) return answer;
      const { rows, count, more } = answer.value;
      const loadedCount = offset + rows.length;
      const isLast = rows.length === 0 || (!more && loadedCount >= count);
      return { ok: true, value: { rows, count, more, next: isLast ? null : String(loadedCount) } };
    },
  });
