import { definePlugin } from 'sanity';
import { ChooseFromLibrary } from './ChooseFromLibrary.tsx';
import { PictureLibrary } from './PictureLibrary.tsx';

/** Adds the picture library as a tool, and to every form with a picture. */
export const pictures = definePlugin({
  name: 'pictures',
  tools: [{ name: 'pictures', title: 'Pictures', icon: () => '🖼️', component: PictureLibrary }],
  form: {
    image: {
      assetSources: (sources) => [
        ...sources,
        // oxlint-disable-next-line typescript/no-deprecated -- Studio's texts have one language
        { name: 'library', title: 'Library with tags', icon: () => '🖼️', component: ChooseFromLibrary },
      ],
    },
  },
});
