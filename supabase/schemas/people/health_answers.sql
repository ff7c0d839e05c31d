-- A child's health is known if something was reported, or if a parent said that there is nothing. Otherwise there is no
-- answer yet (docs/decisions "Unknown is not none"). Only a parent removes a line.

create function private.health_lines(p_text text)
returns text[]
language plpgsql
immutable
set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(line order by at), '{}') from (
      select distinct on (lower(btrim(l.line))) btrim(l.line) as line, l.at
      from regexp_split_to_table(coalesce(p_text, ''), E'[\\r\\n]+') with ordinality l (line, at)
      where btrim(l.line) <> '' order by lower(btrim(l.line)), l.at) n
  );
end;
$$;
comment on function private.health_lines(text) is
  'Returns the entries of a list with one entry per line, without empty lines and without duplicates (ignoring case).';

create function private.merge_lines(p_current text, p_sent text, p_original text default null)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return nullif(array_to_string(array(
    select n.line from (
      select distinct on (lower(m.line)) m.line, m.part, m.at
      from (
        select line, 1 as part, at from unnest(private.health_lines(p_current)) with ordinality c (line, at)
        where lower(line) <> all (array(select lower(s) from unnest(private.health_lines(p_original)) s))
          or lower(line) = any (array(select lower(s) from unnest(private.health_lines(p_sent)) s))
        union all
        select line, 2, at from unnest(private.health_lines(p_sent)) with ordinality c (line, at)
        where lower(line) <> all (array(select lower(s) from unnest(private.health_lines(p_original)) s))
      ) m
      order by lower(m.line), m.part, m.at
    ) n order by n.part, n.at), E'\n'), '');
end;
$$;
comment on function private.merge_lines(text, text, text) is
  'Returns the current lines with the sender''s new lines, and without those that the sender saw and did not send '
  'again. So lines of two parents are merged, never overwritten.';

create function private.merged_health(p_child_id uuid, p_sent jsonb, p_original jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  c_lists constant text[] := '{allergies,medical_conditions,medications,physical_limitations}';
  v_current jsonb := coalesce((select to_jsonb(h) from public.child_health h where h.child_id = p_child_id), '{}');
  v_key text;
  v_text text;
begin
  foreach v_key in array c_lists loop
    continue when not p_sent ? v_key;
    if p_sent -> v_key = 'null' and p_original is null then
      v_text := null;
    else
      v_text := private.merge_lines(v_current ->> v_key, p_sent ->> v_key, p_original ->> v_key);
    end if;
    if length(v_text) > 2000 then perform private.fail('invalid_input', 'health.' || v_key); end if;
    p_sent := p_sent || jsonb_build_object(v_key, v_text);
  end loop;
  return p_sent;
end;
$$;
comment on function private.merged_health(uuid, jsonb, jsonb) is
  'Returns the health fields that a parent sent. Each list is merged with the stored one. p_original is the health '
  'that the form began with. If p_original is null, an empty field removes its list, and text only adds lines.';

create function private.date_health_answer()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  c_noted constant text[] :=
    '{allergies,medical_conditions,medications,physical_limitations,physical_conditions,previous_injuries,emergency_medical_info}';
  v_old jsonb := '{}';
  v_new constant jsonb := to_jsonb(new);
  v_has_notes constant boolean := exists (select from unnest(c_noted) f where v_new ->> f is not null);
  v_is_changed boolean;
begin
  if tg_op = 'UPDATE' then v_old := to_jsonb(old); end if;
  v_is_changed := exists (select from unnest(c_noted) f where v_new -> f is distinct from v_old -> f and not (
    v_old -> f is null and v_new -> f = 'null'));
  if v_has_notes then
    new.answer := 'reported';
  elsif v_is_changed and new.answer = 'reported' then
    -- The last line was removed, but no parent answered that there is nothing to report.
    new.answer := null;
  end if;
  if new.answer is null then
    new.answered_at := null; new.answered_by := null; new.answered_through := null;
  elsif new.answered_at is null or v_is_changed or new.answer is distinct from v_old ->> 'answer' then
    -- The caller may already have set when, by whom and how it was answered.
    if tg_op = 'INSERT' or new.answered_at is not distinct from old.answered_at then
      new.answered_at := coalesce(case when tg_op = 'INSERT' then new.answered_at end, clock_timestamp());
      select p.id into new.answered_by from public.children c join public.profiles p on p.family_id = c.family_id
      where c.id = new.child_id and p.id = (select auth.uid());
      new.answered_through := case when new.answered_by is not null then 'family' else coalesce(new.answered_through, 'booking') end;
    end if;
  end if;
  return new;
end;
$$;
comment on function private.date_health_answer() is
  'Trigger: writing a child''s health sets the answer to reported, with time and author. If the last note is removed '
  'without the answer "nothing", the answer is cleared.';

create trigger date_health_answer before insert or update on public.child_health
  for each row execute function private.date_health_answer();

create function private.answer_health(p_child_id uuid, p_is_nothing boolean, p_user_id uuid, p_through text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into public.child_health (child_id) values (p_child_id) on conflict do nothing;
  update public.child_health set
    answer = coalesce(answer, case when p_is_nothing then 'nothing' end),
    answered_at = case when answer is not null or p_is_nothing then clock_timestamp() end,
    answered_by = case when answer is not null or p_is_nothing then p_user_id end,
    answered_through = case when answer is not null or p_is_nothing then p_through end
  where child_id = p_child_id;
end;
$$;
comment on function private.answer_health(uuid, boolean, uuid, text) is
  'Records that a question about a child''s health was answered now. It either confirms the stored notes, or says '
  'that there is nothing to report. Never removes notes.';

create function private.add_health(p_child_id uuid, p_notes jsonb, p_user_id uuid, p_through text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_notes constant jsonb := jsonb_strip_nulls(p_notes);
  v_health public.child_health;
begin
  if v_notes = '{}' then return; end if;
  insert into public.child_health (child_id) values (p_child_id) on conflict do nothing;
  select * into v_health from public.child_health where child_id = p_child_id for update;
  v_health := jsonb_populate_record(v_health, private.merged_health(p_child_id, v_notes, '{}'));
  update public.child_health set
    allergies = v_health.allergies, medical_conditions = v_health.medical_conditions,
    medications = v_health.medications, physical_limitations = v_health.physical_limitations
  where child_id = p_child_id;
  perform private.answer_health(p_child_id, false, p_user_id, p_through);
end;
$$;
comment on function private.add_health(uuid, jsonb, uuid, text) is
  'Adds lines to allergies, medical_conditions, medications and physical_limitations of a child. Stored lines stay. '
  'Fails with invalid_input if a list would become too long. The caller has locked the family.';

create function private.health_answer(p_child_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'state', coalesce(h.answer, 'unknown'),
    'at', private.iso(h.answered_at),
    'by', case when h.answer is not null then coalesce(nullif(p.name, ''), f.contact_name) end)
  from public.children c
  join public.families f on f.id = c.family_id
  left join public.child_health h on h.child_id = c.id
  left join public.profiles p on p.id = h.answered_by
  where c.id = p_child_id
$$;
comment on function private.health_answer(uuid) is
  'Returns HealthAnswer (contract/health.ts) as {state, at, by}. state is reported, nothing or unknown. by is the '
  'parent''s name or, if there is no account, the family''s contact name.';
