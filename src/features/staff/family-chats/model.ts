import type {
  ChatFamily,
  ChatList,
  ChatParent,
  ChatPlace,
  ChatSent,
  FamilyChats,
} from '#contract/family-chats.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { isUuid } from '#domain/uuid.ts';

/** Returns the list that `?place=…,…` or `?message=…` names, or null. */
export function readList(search: string): ChatList | null {
  const query = new URLSearchParams(search);
  const messageId = query.get('message');
  if (messageId !== null) return isUuid(messageId) ? { messageId } : null;
  const placeIds = (query.get('place') ?? '').split(',');
  return placeIds.every(isUuid) ? { placeIds } : null;
}

/** Returns the classes and camps of the family that the list is about. */
export const placesOf = (family: ChatFamily, places: readonly ChatPlace[]): ChatPlace[] =>
  places.filter(({ id }) => family.children.some(({ place_ids }) => place_ids.includes(id)));

export const isWrittenTo = ({ parents }: ChatFamily): boolean => parents.some(({ sent }) => sent !== null);

/** `now` must come from the server's clock. */
export const canUndo = ({ undo_until }: ChatSent, now: number): boolean =>
  undo_until !== null && now < Date.parse(undo_until);

export const idOf = ({ family_id, entry_id }: ChatFamily): string => family_id ?? entry_id ?? '';

/** Adds the families of the next page, except those that are already listed. */
export function withMore(chats: FamilyChats, next: FamilyChats): FamilyChats {
  const listedIds = new Set(chats.families.map(idOf));
  const addedFamilies = next.families.filter((family) => !listedIds.has(idOf(family)));
  return { ...chats, more: next.more, families: [...chats.families, ...addedFamilies] };
}

/** Records in the list when a parent was written to. `sent` is null if nobody has written yet. */
export const withSent = (
  chats: FamilyChats,
  family: ChatFamily,
  parent: ChatParent,
  sent: ChatSent | null,
): FamilyChats => ({
  ...chats,
  families: chats.families.map((listedFamily) =>
    listedFamily.family_id === family.family_id && listedFamily.entry_id === family.entry_id
      ? {
          ...listedFamily,
          parents: listedFamily.parents.map((other) =>
            other.profile_id === parent.profile_id ? { ...other, sent } : other,
          ),
        }
      : listedFamily,
  ),
});

/** Returns a line for each number, such as `Mei Tan (Kai Tan, Lin Tan): +65 9123 4567`. */
export const numbersText = (families: readonly ChatFamily[]): string =>
  families
    .flatMap(({ children, parents }) => {
      const names = children.map(({ name }) => name).join(', ');
      return parents.flatMap(({ name, phone }) =>
        phone === null
          ? []
          : [`${[name, names && `(${names})`].filter(Boolean).join(' ')}: ${formatPhone(phone)}`],
      );
    })
    .join('\n');
