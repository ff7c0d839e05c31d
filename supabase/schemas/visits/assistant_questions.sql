-- Parents' questions to the assistant are stored with how often they were asked, but never with who asked
-- (docs/decisions "The assistant").

create table public.assistant_questions (
  question text primary key check (length(question) between 3 and 200 and question = lower(question)),
  outcome text not null check (outcome in ('fact', 'passage', 'written', 'person', 'nothing')),
  page text check (page ~ '^/[a-z0-9/-]{0,80}$'),
  times_asked integer not null default 1 check (times_asked > 0),
  first_on date not null,
  last_on date not null check (last_on >= first_on)
);
comment on table public.assistant_questions is
  'Questions to the assistant, one row per wording, with how often it was asked and what the last answer was. It '
  'stores no visit, no address and no time of day, and no question that looks personal.';
comment on column public.assistant_questions.outcome is
  'How the assistant last answered. fact means from current offers. passage means that it quoted a page. written means '
  'that marketing had written the answer. person means that it handed over to staff. nothing means that it had no '
  'answer.';
comment on column public.assistant_questions.page is 'The page on which it was last asked, without query and fragment.';
create index asked_questions_last_on on public.assistant_questions (last_on);
create index asked_questions_first_on on public.assistant_questions (first_on);

alter table public.assistant_questions enable row level security;
revoke all on table public.assistant_questions from anon, authenticated, service_role;
grant select on public.assistant_questions to authenticated, service_role;
create policy "Admins read what parents ask" on public.assistant_questions
  for select to authenticated using ((select private.is_admin()));

create function private.names_illness(p_question text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  -- `illnessPattern` (contract/hand-over.ts) has the same words. There are no Chinese ones, because
  -- private.is_personal refuses every Chinese question.
  select replace(replace(lower(normalize(p_question, nfkc)), '’', ''), '''', '')
    ~ ('a(?:st?h?|th?s|th)m[ae]|asma\y|inhaler|nebuli[sz]er|autis|asperger|\yadhd|\yasd\y|\yocd\y'
      || '|tourette|dyslexi|dyspraxi|epile|seizure|sawan|diab[ei]t|insulin|kencing manis|ec[sz]ema'
      || '|all?[ae]r+g|alahan|alergi|anaph|ana?phyl|epi ?pen'
      || '|(?:nut|peanut|dairy|milk|egg|lactose|gluten|seafood|shellfish|soy)s? (?:free|intoleran)'
      || '|intoleran|c(?:o?e)li?ac|wheelchair|disab|special needs|special child|down''?s? syndrome'
      || '|cerebral palsy|spina bifida|muscular dystrophy|anxi(?:ety|ous)|panic attack|depress|self.?harm'
      || '|eating disorder|anorexi|bulimi|suicid|pregnan|surger|operated on|fractur|sprain|concuss'
      || '|heart (?:condition|problem|disease|murmur|defect)|kidney|liver (?:condition|problem|disease)'
      || '|h[ae]*moph|thalass|an[ae]*mi[ac]|leuk|cancer|tumou?r|chemo|medicat|medicin|antibiotic|ritalin'
      || '|injection|vaccin|infect|contagio|hand.?foot.?(?:and.?)?mouth|hfmd|covid|\yflu\y|influenza|dengue'
      || '|chicken ?pox|measles|mumps|tubercul|hepatitis|\yhiv\y|\yaids\y|fever|demam|g6pd|migraine|vomit'
      || '|diarrh|nose ?bleed|\yrash(?:es)?\y|\ylice\y|wet(?:s|ting)? (?:the |his |her |my |their )?bed'
      || '|bed ?-?wet|incontinen|ngompol|kencing malam|\ydeaf|\yblind|hearing (?:aid|loss|impair)'
      || '|visually impaired|cochlear|sensory (?:issue|processing|need|overload)|speech delay|stutter'
      || '|stammer|obes|overweight|scolios|hernia|psycholog|psychiatr|therap(?:y|ist)\y')
$$;
comment on function private.names_illness(text) is 'Returns whether a question names anybody''s illness, disability or '
  'medicine. Such a question is not saved and no model gets it.';

create function private.has_chinese(p_text text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select normalize(p_text, nfkc)
    ~ '[\u2E80-\u2FD5\u3005\u3007\u3021-\u3029\u3038-\u303B\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF]'
$$;
comment on function private.has_chinese(text) is
  'Returns whether a text has a Chinese character, as `hasChinese` (contract/chinese-questions.ts).';

create function private.is_personal(p_question text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.redact(p_question, 400) ~ '\[(email|token|number|hidden|id)\]'
    or p_question ~ '\[hidden\]'
    -- These patterns find a date of birth in words or numbers, a text that gives a name, and an address with block and
    -- unit.
    or p_question ~* '\m\d{1,2}[./ -]\d{1,2}[./ -](?:19|20)?\d{2}\M|\m\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*,? (?:19|20)\d{2}\M|\m(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d{2}\M'
    or p_question ~* '\m(?:name is|named|born|dob|nric|passport|blk|block \d)\M|#\d{1,3}-\d'
    -- These patterns find questions whether somebody is coming or how to reach somebody, and illnesses.
    or p_question ~* '\m(?:is|are|was|did|can|will) [a-z''-]+ [a-z''-]+ (?:in|coming|going|booked|enrolled|registered|attending|join(?:ing)?)\M'
    or p_question ~* '\m(?:number|phone|e-?mail|address) of\M'
    or private.names_illness(p_question)
    -- In a Chinese question neither names nor illnesses can be recognised with certainty.
    or private.has_chinese(p_question)
    or p_question ~ '\m[Mm]y (?:\d+ ?(?:yo|year[- ]old) )?(?:son|daughter|child|boy|girl|kid|baby|brother|sister|twins?|wife|husband),? [A-Z][a-z]'
$$;
comment on function private.is_personal(text) is
  'Returns whether a question seems to reveal who asks or which child it is about: it has an address, a number, a '
  'name with a date of birth, an illness, or any Chinese. If in doubt, it returns true.';

create function private.outcome_after(p_before public.assistant_questions, p_outcome text, p_today date)
returns text
language sql
immutable
set search_path = ''
as $$ select case when p_before.outcome = 'nothing' and p_before.last_on >= p_today then 'nothing' else p_outcome end $$;
comment on function private.outcome_after(public.assistant_questions, text, date) is
  'Returns the outcome of a question that was asked again. The browser reports the outcome, so a question that was '
  'unanswered today stays unanswered until tomorrow. This way no single visitor can remove it from marketing''s list.';

create function public.count_question(p_question text, p_outcome text, p_page text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_question constant text := trim(both ' .?!' from lower(regexp_replace(left(p_question, 400), '[\s[:cntrl:]]+', ' ', 'g')));
  v_page constant text := substring(private.stripped_address(p_page) from '^/[a-z0-9/-]{0,80}$');
  v_today constant date := private.calendar_today();
begin
  if not private.within_rate('count_question') then return jsonb_build_object('counted', false); end if;
  if coalesce(length(v_question), 0) not between 3 and 200 or v_question !~ '[a-z]{2}'
    or coalesce(p_outcome, '') not in ('fact', 'passage', 'written', 'person', 'nothing')
    or private.is_personal(left(p_question, 400))
  then
    return jsonb_build_object('counted', false);
  end if;
  update public.assistant_questions set
    times_asked = least(times_asked + 1, 1000000), outcome = private.outcome_after(assistant_questions, p_outcome, v_today), page = coalesce(v_page, page), last_on = greatest(last_on, v_today)
  where question = v_question;
  if not found then
    -- If there are more new wordings than this in a day, they come from a script.
    if (select count(*) from public.assistant_questions where first_on = v_today) >= 2000 then
      return jsonb_build_object('counted', false);
    end if;
    insert into public.assistant_questions as q (question, outcome, page, first_on, last_on)
    values (v_question, p_outcome, v_page, v_today, v_today)
    on conflict (question) do update set times_asked = q.times_asked + 1, outcome = private.outcome_after(q, p_outcome, v_today);
  end if;
  return jsonb_build_object('counted', true);
end;
$$;
comment on function public.count_question(text, text, text) is
  'Counts a question. Never refuses, because counting must not disturb a parent. Returns {counted}, which is false if '
  'it looks personal (private.is_personal) or is no question. Definer: visitors write only through this filter, and '
  'read nothing.';
grant execute on function public.count_question(text, text, text) to anon, authenticated, service_role;

create function public.list_assistant_questions()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not (private.is_service() or private.is_admin()) then perform private.deny(); end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('question', q.question, 'outcome', q.outcome, 'page', q.page, 'times_asked', q.times_asked,
      'last_on', q.last_on) order by q.outcome = 'nothing' desc, q.times_asked desc, q.last_on desc, q.question)
    from (
      select * from public.assistant_questions
      order by outcome = 'nothing' desc, times_asked desc, last_on desc, question limit 200) q), '[]');
end;
$$;
comment on function public.list_assistant_questions() is
  'For admins and the service. Returns up to 200 questions, the unanswered first, as [{question, outcome, page, '
  'times_asked, last_on}]. page may be null. Definer: it checks the caller itself. Studio users call it through the '
  'function asked-questions.';
grant execute on function public.list_assistant_questions() to authenticated, service_role;
