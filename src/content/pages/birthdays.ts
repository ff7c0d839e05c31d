import { sanity } from '../client.ts';
import { selectFaqs, getFaqs } from '../faqs.ts';
import { findChosen, findChosenOrAll } from '../load-documents.ts';
import { getBirthdayPackages } from '../packages.ts';
import { loadOnce } from '../load-once.ts';
import { birthdaysPageQuery } from '../queries/pages.ts';
import { buildSeo } from '../settings.ts';
import { getForms } from '../widgets.ts';
import { getTestimonials, selectTestimonials } from '../testimonials.ts';
import { loadPage } from './page.ts';

export type BirthdaysPage = Awaited<ReturnType<typeof getBirthdaysPage>>;

export const getBirthdaysPage = loadOnce(async (report) => {
  const document = await sanity().fetch(birthdaysPageQuery);
  const [{ page, settings, documentRef }, packages, forms, testimonials, faqs] = await Promise.all([
    loadPage(document, 'birthdaysPage', report),
    getBirthdayPackages(report),
    getForms(report),
    getTestimonials(report),
    getFaqs(report),
  ]);
  const { enquiry } = page;
  return {
    ...page,
    packages: page.packages && {
      ...page.packages,
      packages: findChosenOrAll(page.packages.packages, packages, documentRef, 'packages').filter(
        ({ available }) => available,
      ),
    },
    testimonials: page.testimonials && {
      ...page.testimonials,
      testimonials: selectTestimonials(
        page.testimonials.testimonials,
        testimonials,
        documentRef,
        'birthdays',
      ),
    },
    enquiry: enquiry && {
      ...enquiry,
      form: findChosen(enquiry.form === null ? [] : [enquiry.form], forms, documentRef, 'enquiry')[0] ?? null,
    },
    faq: page.faq && { ...page.faq, items: selectFaqs(page.faq.topics, faqs, documentRef) },
    seo: buildSeo(page.seo, settings),
  };
});
