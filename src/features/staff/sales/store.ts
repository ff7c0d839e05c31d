import type { ErrorCode } from '#contract/errors.ts';
import type { DeskFamily, PaynowSale } from '#contract/desk.ts';
import { type DeskOrder, DeskSale } from '#contract/passes.ts';
import type { QuoteRefusal } from '#contract/quotes.ts';
import { atom, computed } from 'nanostores';
import type { Failure } from '#api/errors.ts';
import { $session } from '#browser/session.ts';
import { staffTiming } from '#config/staff.ts';
import { today } from '#domain/dates.ts';
import type { Faults } from '#domain/fault.ts';
import { createForm } from '#ui/kit/form/form.ts';
import * as api from './api.ts';
import { type CatalogueView, loadCatalogue } from './catalogue.ts';
import {
  type DeskOptions,
  emptyChild,
  emptyDraft,
  emptyItem,
  MAX_ITEMS,
  type Purpose,
  type SaleChild,
  type SaleDraft,
  type SaleItem,
  toSaleChild,
  withCampOf,
} from './draft.ts';
import { createFamilyBalance } from './family-balance.ts';
import { createFamilySearch } from './family-search.ts';
import { createPaynowSales } from './paynow-sales.ts';
import { deleteSavedSale, saveSale, readSavedSale } from './saved-sale.ts';
import { createSaleSubmission } from './submit-sale.ts';
import {
  buildQuoteRequest,
  checkSale,
  fieldOf,
  findItemId,
  numberItems,
  planOf,
  type Price,
} from './model.ts';

export type Sale =
  | { state: 'open' }
  | { state: 'selling' }
  | { state: 'refused'; code: ErrorCode; number?: string | undefined }
  | { state: 'waiting'; sale: PaynowSale }
  | { state: 'sold'; order: DeskOrder };

/** The desk has one sale at a time, which is saved until it is sold. */
export function createDesk({ isManager = true, access, campId = null, ...options }: DeskOptions = {}) {
  const { $access, submitSale } = createSaleSubmission(access);
  const $catalogue = atom<CatalogueView>({ state: 'loading' });
  const $price = atom<Price>({ state: 'none' });
  /** Why items cannot be sold. The keys are `lines[n]`. */
  const $failedSubmits = atom<Record<string, QuoteRefusal>>({});
  const form = createForm(DeskSale, {
    empty: emptyDraft(),
    draft: {
      read: () => readSavedSale() ?? {},
      write: (input) => (Object.keys(input).length > 0 ? saveSale($draft.get()) : deleteSavedSale()),
    },
    read: readForm,
    // Either there is no price yet, or an item cannot be sold, which is shown beside that item.
    onUnchanged: () => {
      if ($price.get().state !== 'loading') void fetchPrice();
    },
    send: submitSale,
    onSent: (result): Sale => {
      form.saved($draft.get());
      return 'held_until' in result ? { state: 'waiting', sale: result } : { state: 'sold', order: result };
    },
    onRefused: handleRefusal,
    // A refused item shows its refusal itself, so only other fields are marked.
    fieldOf,
  });
  const $draft = form.$values;
  const { $balance, readBalance } = createFamilyBalance($draft, () => $access.get().spends_balance);
  const $sale = computed([form.$busy, form.$outcome], (isBusy, outcome): Sale => {
    if (isBusy) return { state: 'selling' };
    return outcome ?? { state: 'open' };
  });

  function readForm(draft: SaleDraft): { faults: Faults; body: DeskSale | null } {
    const [catalogue, price] = [$catalogue.get(), $price.get()];
    if (catalogue.state !== 'ready') return { faults: {}, body: null };
    const quote = price.state === 'ready' ? price.quote : null;
    const displayedTotal = quote?.total_cents ?? null;
    const plan = planOf(draft, quote?.instalments ?? []);
    const rules = { today: today(), displayedTotal, balance: $balance.get(), plan };
    const { faults, sale } = checkSale(draft, catalogue, rules);
    return { faults, body: quote?.refusals.length === 0 ? sale : null };
  }

  /** Handles a refusal. It may mean that price or spots have changed, so both are read again. Typed text stays. */
  async function handleRefusal(refusal: Failure): Promise<Sale> {
    const { code, field = '' } = refusal;
    const price = $price.get();
    if (field.startsWith('lines[')) {
      const id = findItemId({ field }, price.state === 'ready' ? price.itemIndexes : []);
      $failedSubmits.set({ ...$failedSubmits.get(), [id]: { code, field } });
    } else if (code === 'consent_text_changed') {
      setConsent(field.replace('consents.', '') as Purpose, undefined);
      await load();
    }
    if (code === 'sale_differs') void paynow.load();
    if (code === 'balance_too_low') void readBalance();
    if (code !== 'unexpected') await fetchPrice();
    return { state: 'refused', code, number: 'number' in refusal ? refusal.number : undefined };
  }

  async function load(): Promise<void> {
    $catalogue.set({ state: 'loading' });
    const catalogue = await loadCatalogue();
    $catalogue.set(catalogue);
    if (catalogue.state === 'failed') return;
    void fetchPrice();
  }

  let latestRequest = 0;
  async function fetchPrice(): Promise<void> {
    const catalogue = $catalogue.get();
    const quoteRequest = catalogue.state === 'ready' ? buildQuoteRequest($draft.get(), catalogue) : null;
    const request = ++latestRequest;
    if (quoteRequest === null) {
      $price.set({ state: 'none' });
      $failedSubmits.set({});
      return;
    }
    const previousPrice = $price.get();
    $price.set({ state: 'loading', before: previousPrice.state === 'ready' ? previousPrice.quote : null });
    const answer = await api.quoteSale(quoteRequest.sale);
    // Something else was chosen while this loaded, and a newer request is on its way.
    if (request !== latestRequest) return;
    if (!answer.ok) {
      $price.set({ state: 'failed', code: answer.code });
      return;
    }
    $price.set({ state: 'ready', quote: answer.value, itemIndexes: quoteRequest.itemIndexes });
    $failedSubmits.set(
      Object.fromEntries(
        answer.value.refusals.map((refusal) => [findItemId(refusal, quoteRequest.itemIndexes), refusal]),
      ),
    );
  }

  const withCamp = withCampOf(campId);

  let timer: ReturnType<typeof setTimeout> | undefined;
  function change(patch: Partial<SaleDraft>, ...fixedFields: string[]): void {
    form.change(patch, ...fixedFields);
    form.flush();
    if (form.$outcome.get()?.state === 'refused') form.$outcome.set(null);
    if (patch.children ?? patch.family ?? (patch.code !== undefined || patch.off !== undefined)) {
      clearTimeout(timer);
      timer = setTimeout(() => void fetchPrice(), staffTiming.SEARCH_AFTER_MS);
    }
  }
  const faultPaths = () => Object.keys(form.$faults.get());
  const changeChild = (childIndex: number, patch: Partial<SaleChild>) => {
    const children = $draft
      .get()
      .children.map((child, i) => (i === childIndex ? { ...child, ...patch } : child));
    // Adding or removing an item changes the numbers of the lines.
    const renumberedPaths = patch.items ? faultPaths().filter((id) => id.startsWith('lines[')) : [];
    change({ children }, `children[${childIndex}].name`, `children[${childIndex}].dob`, ...renumberedPaths);
  };
  const itemsOf = (childIndex: number) => $draft.get().children[childIndex]?.items ?? [];
  const changeItem = (childIndex: number, index: number, patch: Partial<SaleItem>) =>
    changeChild(childIndex, {
      items: itemsOf(childIndex).map((item, i) => (i === index ? { ...item, ...patch } : item)),
    });
  const addItem = (childIndex: number) =>
    changeChild(childIndex, { items: [...itemsOf(childIndex), emptyItem] });
  const removeItem = (childIndex: number, itemIndex: number) =>
    changeChild(childIndex, { items: itemsOf(childIndex).filter((_, index) => index !== itemIndex) });
  function addChild(child: SaleChild = emptyChild): void {
    if (numberItems($draft.get().children).length < MAX_ITEMS)
      change({ children: [...$draft.get().children, withCamp(child)] }, 'desk-children');
  }
  const removeChild = (childIndex: number) =>
    change({ children: $draft.get().children.filter((_, index) => index !== childIndex) }, ...faultPaths());
  const addFamilyChild = (child: DeskFamily['children'][number]) => addChild(toSaleChild(child));

  const { $search, $found: $families, search } = createFamilySearch(isManager);
  function chooseFamily(
    family: DeskFamily,
    chosen = family.children.length === 1 ? family.children : [],
  ): void {
    search('');
    const children = chosen.map(toSaleChild).map(withCamp);
    change({ family, isNew: false, fromBalance: false, phone: '', children }, ...faultPaths());
  }
  async function chooseFromAddress(): Promise<void> {
    const { family, isNew } = $draft.get();
    const { familyId = null, childId, startsNewFamily } = options;
    if (family !== null || isNew) return;
    if (startsNewFamily) startNewFamily();
    if (familyId === null || !isManager || startsNewFamily) return;
    const answer = await api.findFamilies(familyId);
    const [found] = answer.ok ? answer.value.rows : [];
    if (found === undefined || $draft.get().family !== null) return;
    chooseFamily(found, childId ? found.children.filter(({ id }) => id === childId) : undefined);
  }
  /** Starts a new family with the searched text, which is usually its name. */
  function startNewFamily(): void {
    const text = $search.get().trim();
    const { name, email, phone, children } = $draft.get();
    change(
      {
        family: null,
        isNew: true,
        name: name || (/[\d@]/.test(text) ? '' : text),
        email: email || (text.includes('@') ? text : ''),
        phone: phone || (/^[+\d][\d ]+$/.test(text) ? text : ''),
        children:
          children.length > 0 && children.every(({ id }) => id === null) ? children : [withCamp(emptyChild)],
      },
      ...faultPaths(),
    );
    search('');
  }
  const clearFamily = () => change({ family: null, isNew: false }, ...faultPaths());

  const setConsent = (purpose: Purpose, version: number | undefined) => {
    const { [purpose]: _before, ...rest } = $draft.get().consents;
    change(
      { consents: version === undefined ? rest : { ...rest, [purpose]: version } },
      `consents.${purpose}`,
    );
  };

  const paynow = createPaynowSales({
    onOpened: (sale) => form.$outcome.set({ state: 'waiting', sale }),
    onConfirmed: (order) => form.$outcome.set({ state: 'sold', order }),
    // The draft stays and becomes a new sale.
    onReleased() {
      form.clearErrors();
      change({ key: crypto.randomUUID() });
      void load();
    },
  });

  function startNextSale(): void {
    clearTimeout(timer);
    form.saved(emptyDraft());
    form.clearErrors();
    $price.set({ state: 'none' });
    $failedSubmits.set({});
    search('');
    void load();
    void paynow.load();
  }

  /** Starts the store when the screen mounts. Returns a function that stops it. */
  function open(): () => void {
    // A restored sale keeps its key, so that it cannot be made twice.
    const empty = emptyDraft();
    form.open({ ...empty, key: readSavedSale()?.key ?? empty.key });
    void load();
    void paynow.load();
    void chooseFromAddress();
    // A deliberate sign-out deletes the sale, so that the next person at this desk does not see it.
    return $session.listen((session) => {
      if (session.state === 'signed_out' && session.onPurpose) deleteSavedSale();
    });
  }

  return {
    form,
    $draft,
    $balance,
    $catalogue,
    isManager,
    $access,
    paynow,
    $search,
    $families,
    $price,
    $sale,
    $failedSubmits,
    open,
    load,
    search,
    chooseFamily,
    startNewFamily,
    clearFamily,
    change,
    setConsent,
    startNextSale,
    sell: form.submit,
    changeChild,
    changeItem,
    addItem,
    removeItem,
    addChild,
    addFamilyChild,
    removeChild,
  };
}
export type Desk = ReturnType<typeof createDesk>;
