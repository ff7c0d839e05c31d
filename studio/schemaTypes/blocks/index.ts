import { homeSections } from '../pages/home/sections.ts';
import { pictureBlocks } from './pictures.ts';
import { sellingBlocks } from './selling.ts';
import { wordBlocks, wordParts } from './words.ts';

/** Sections of the home page that can be used unchanged on any page. */
const shared = [
  'homeTryOut',
  'homeMethod',
  'homeCoaches',
  'homeTestimonials',
  'homeMediaLogos',
  'homeClosing',
];

export const pageBlocks = [
  ...wordBlocks,
  ...sellingBlocks,
  ...pictureBlocks,
  ...homeSections.filter(({ name }) => shared.includes(name)),
];

/** Groups in the menu that inserts a block. */
export const blockGroups = [
  {
    name: 'words',
    title: 'Text and pictures',
    of: ['heroBlock', 'textBlock', 'galleryBlock', 'videoBlock', 'comparisonBlock', 'noticeBlock'],
  },
  {
    name: 'offers',
    title: 'Camps and prices',
    of: ['campsBlock', 'passesBlock', 'homeTryOut', 'countdownBlock'],
  },
  {
    name: 'trust',
    title: 'Why us',
    of: ['homeTestimonials', 'homeCoaches', 'homeMethod', 'homeMediaLogos', 'questionsBlock', 'mapBlock'],
  },
  { name: 'steps', title: 'Next steps', of: ['buttonsBlock', 'formBlock', 'homeClosing'] },
];

export const blockTypes = [...wordBlocks, ...wordParts, ...sellingBlocks, ...pictureBlocks];
