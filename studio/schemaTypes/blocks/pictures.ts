import { defineArrayMember, defineField } from 'sanity';
import { readVideo } from '../../../supabase/functions/_shared/contract/video-address.ts';
import { chosen, head, picture, words } from '../pages/fields.ts';
import { block, onSand, optionalHead } from './block.ts';

const galleryBlock = block('galleryBlock', 'Gallery', '🏞️', [
  ...optionalHead(),
  defineField({
    name: 'pictures',
    title: 'Pictures',
    type: 'array',
    of: [defineArrayMember({ type: 'picture' })],
    options: { layout: 'grid' },
    validation: (rule) => [
      rule.required().error('Add pictures.'),
      rule.min(2).max(12).error('Use two to twelve pictures.'),
    ],
  }),
  onSand(),
]);

const videoBlock = block('videoBlock', 'Video', '🎬', [
  ...optionalHead(),
  defineField({
    name: 'address',
    title: 'Video address',
    description: 'A video on YouTube or Vimeo. Nothing is loaded from there before somebody presses play.',
    type: 'url',
    validation: (rule) => [
      rule.required().error('Enter the address of the video.'),
      rule.custom<string>(
        (value) =>
          value === undefined ||
          readVideo(value) !== null ||
          'Use the address of one video on YouTube or Vimeo, such as https://youtu.be/ followed by eleven characters.',
      ),
    ],
  }),
  words({ name: 'title', title: 'What the video shows', max: 90 }),
  picture('picture', 'Still picture', 'wide'),
  onSand(),
]);

const mapBlock = block('mapBlock', 'Map', '📍', [
  ...head(),
  chosen('bases', 'Bases', 'base', 'Leave this empty to show all of them.'),
  words({ name: 'mapLabel', title: 'Link to the map', max: 40 }),
  onSand(),
]);

export const pictureBlocks = [galleryBlock, videoBlock, mapBlock];
