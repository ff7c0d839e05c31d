import type { APIRoute } from 'astro';
import type { ChooserData } from '../../features/camp-choice/chooser.ts';
import { loadLanding } from './_landing.ts';

/** What the packages of the camps page are drawn from again; asked for once somebody comes near them. */
export const GET: APIRoute = async () => {
  const { site, page, packages, source } = await loadLanding();
  const { chooser, dateStrip } = page;
  const data: ChooserData = {
    packages: packages.map(({ tier, dates }) => ({ tier, dates })),
    words: {
      pickDateLabel: chooser?.pickDateLabel ?? '',
      bookLabel: chooser?.bookLabel ?? '',
      bonusText: chooser?.bonusText ?? '',
    },
    fullText: dateStrip?.fullText ?? '',
    whatsapp: site.contact.whatsapp,
    source,
  };
  return Response.json(data);
};
