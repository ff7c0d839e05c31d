import { pageAt } from '#config/pages.ts';
import { localLink } from '#config/translated.ts';
import { leadFormProblem, pageWeightRemarks, singleBlocks } from '#config/page-blocks.ts';
import { pageLookRemarks } from '#config/page-look.ts';
import { pageAddressForm, siteFolderOf } from '#config/page-address.ts';
import { readVideo } from '#contract/video-address.ts';
import { getCampTiers } from '../camp-tiers.ts';
import { sanity } from '../client.ts';
import { siteNow } from '#domain/site-now.ts';
import { fillDocument } from '../fill/fill.ts';
import { getFaqs, selectFaqs } from '../faqs.ts';
import { findChosen, findChosenOrAll } from '../load-documents.ts';
import { loadOnce } from '../load-once.ts';
import { getPasses, getPassIds } from '../passes.ts';
import { getBases } from '../people.ts';
import { readVeil } from '../pictures/veil.ts';
import { ContentError, reportTrouble, type DocumentRef, type Report } from '../problem.ts';
import { blockPagesQuery } from '../queries/pages.ts';
import { buildAnnouncement, buildSeo, getSiteSettings, type SiteSettings } from '../settings.ts';
import { getTeams } from '../teams.ts';
import type { BlockPagesQueryResult } from '../types.gen.ts';
import { getForms } from '../widgets.ts';
import { loadSharedSections } from './shared-sections.ts';

export type BlockPage = Awaited<ReturnType<typeof getBlockPages>>[number];
export type Block = BlockPage['blocks'][number];
export type BlockType = Block['_type'];
export type BlockOf<Type extends BlockType> = Extract<Block, { _type: Type }>;

/**
 * Returns the pages that marketing made of blocks. Throws if two pages have the same address, because one of them
 * would be lost. A preview leaves out such a page instead, so that editors can still look at the others.
 */
export const getBlockPages = loadOnce(async (report) => {
  const documents: BlockPagesQueryResult = await sanity().fetch(blockPagesQuery);
  const settings = await getSiteSettings(report);
  const resolve = await loadResolver(report);
  const usedAddresses = new Set<string>();
  const leaveOut = (error: unknown): [] => {
    if (!process.env['SANITY_PREVIEW'] || !(error instanceof ContentError)) throw error;
    report(error.message);
    return [];
  };
  const build = async (document: BlockPagesQueryResult[number]) => {
    const documentRef = { _id: document._id, type: 'page', title: document.title };
    const page = await fillDocument(document, {
      facts: settings.facts,
      report,
      defaults: { bar: 'site', popups: 'none' },
    });
    const problem = page && addressProblem(page.address, usedAddresses);
    if (problem) throw new ContentError(documentRef, problem);
    if (!page || page.blocks.length === 0) return [];
    usedAddresses.add(page.address);
    for (const remark of [...pageWeightRemarks(document.blocks), ...pageLookRemarks(document.blocks)])
      reportTrouble(documentRef, `breaks a limit (${remark})`, 'it is shown as it is', report);
    return {
      _id: page._id,
      title: page.title,
      /** The address that editors entered. */
      address: page.address,
      /** The page's address in this build's language. */
      path: localLink(page.address, new Set([page.address])),
      popups: popupKinds[page.popups],
      announcement: announcementOf(page, settings),
      blocks: (
        await Promise.all(withoutDoubles(page.blocks).map((block) => resolve(block, documentRef)))
      ).filter((block) => block !== null),
      seo: buildSeo(page.seo, settings),
    };
  };
  return (await Promise.all(documents.map((document) => build(document).catch(leaveOut)))).flat();
});

/** The popups that open automatically on a page (`src/config/pages.ts`). */
const popupKinds = { none: [], classes: ['sells'], camps: ['sells', 'camps'] } as const;

function addressProblem(address: string, taken: ReadonlySet<string>): string | null {
  if (!pageAddressForm.test(address)) return `has “${address}”, which is no address.`;
  const folder = siteFolderOf(address);
  if (folder) return `has an address of the site itself, ${folder}.`;
  const page = pageAt(address);
  if (page) return `has the address of “${page.title}”.`;
  return taken.has(address) ? `has the address of another page, ${address}.` : null;
}

/**
 * Returns the blocks without a second one of the types that have ids and headings of their own. Studio refuses a
 * second one, but a program may still write it.
 */
const withoutDoubles = <T extends { _type: string }>(blocks: readonly T[]): T[] =>
  blocks.filter(
    ({ _type }, index) =>
      !(_type in singleBlocks) || blocks.findIndex((one) => one._type === _type) === index,
  );

function announcementOf(
  { bar, announcement }: { bar: string; announcement: Parameters<typeof buildAnnouncement>[0] },
  settings: SiteSettings,
) {
  if (bar === 'none') return null;
  return bar === 'own' ? buildAnnouncement(announcement) : settings.announcement;
}

/** Returns a function that loads a block's documents. It returns null for a block that cannot be shown. */
async function loadResolver(report: Report) {
  const [resolveShared, tiers, bases, teams, passes, publishedIds, faqs, forms] = await Promise.all([
    loadSharedSections(report),
    getCampTiers(report),
    getBases(report),
    getTeams(report),
    getPasses(report),
    getPassIds(report),
    getFaqs(report),
    getForms(report),
  ]);
  const passDocuments = {
    items: passes.map((pass) => ({ ...pass, _id: pass.offerId })),
    publishedIds,
  };

  return async (block: FilledBlock, documentRef: DocumentRef) => {
    switch (block._type) {
      case 'homeMediaLogos':
      case 'homeCoaches':
      case 'homeTestimonials':
        return resolveShared(block, documentRef);
      case 'heroBlock':
        return { ...block, veil: await readVeil(block.picture) };
      case 'campsBlock': {
        const chosen = new Set(block.teams);
        const ids = new Set<string>(
          teams.filter(({ documentId }) => chosen.has(documentId)).map(({ id }) => id),
        );
        const isShown = (tier: (typeof tiers)[number]) =>
          (block.tiers.length === 0 || block.tiers.includes(tier.offerId)) &&
          (chosen.size === 0 || tier.teams.some((team) => ids.has(team)));
        return {
          ...block,
          tiers: tiers.filter(isShown).map(({ tier }) => tier),
          bases: findChosen(block.bases, bases, documentRef, 'bases').map(({ slug }) => slug),
        };
      }
      case 'passesBlock':
        return { ...block, passes: findChosenOrAll(block.passes, passDocuments, documentRef, 'passes') };
      case 'questionsBlock':
        return { ...block, items: selectFaqs(block.topics, faqs, documentRef) };
      case 'mapBlock':
        return { ...block, bases: findChosenOrAll(block.bases, bases, documentRef, 'bases') };
      case 'formBlock': {
        const [form] = findChosen([block.form], forms, documentRef, 'form');
        const problem = form && leadFormProblem(form.fields);
        if (problem)
          reportTrouble(documentRef, `has an unfit form (${problem})`, 'that block is left out', report);
        return form && !problem ? { ...block, form } : null;
      }
      case 'videoBlock': {
        const video = readVideo(block.address);
        if (video) return { ...block, video };
        reportTrouble(documentRef, `has a video at “${block.address}”`, 'that block is left out', report);
        return null;
      }
      case 'countdownBlock': {
        const end = Date.parse(block.until);
        return end > siteNow().getTime() ? { ...block, end } : null;
      }
      default:
        return block;
    }
  };
}
type FilledBlock = NonNullable<
  Awaited<ReturnType<typeof fillDocument<BlockPagesQueryResult[number]>>>
>['blocks'][number];
