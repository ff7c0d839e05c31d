import type { FamilyChild } from '#contract/family.ts';
import { useStore } from '@nanostores/react';
import { $photos } from '#api/family-photos.ts';
import { avatarOf } from '#ui/avatars.ts';

/** Shows a child's photo, or a drawn face if there is none. */
export function ChildFace({ child: { id }, index }: { child: FamilyChild; index: number }) {
  const photo = useStore($photos)[id];
  return <img className="face" src={photo ?? avatarOf(index)} width="92" height="92" alt="" />;
}
