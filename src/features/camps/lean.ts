import type { Picture } from '../../lib/picture.ts';

/** A picture below the first screen: it is there before anybody comes, and its blur would only weigh on the page. */
export const lean = (picture: Picture): Picture => ({
  ...picture,
  image: picture.image && { ...picture.image, blur: null },
});
