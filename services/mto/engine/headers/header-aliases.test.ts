import { describe, expect, test } from 'bun:test';
import { disciplines } from '@consulting/takeoff-fields/discipline';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import { fieldOfHeader, isFurtherHeader, normaliseHeader } from './header';
import { furtherHeaders, headersBySource } from './header-aliases';
import type { HeadersByKey } from './headers-by-key';

describe('further headers', () => {
  test.each([...disciplines])(
    '%s: each is read as its own field, and none repeats a header of the registry',
    (discipline) => {
      for (const { key, label, aliases } of fieldsOf(discipline)) {
        const registered = [label, key, ...aliases].map(normaliseHeader);
        for (const header of furtherHeaders(discipline, key)) {
          expect([header, fieldOfHeader(discipline, header)?.key]).toEqual([header, key]);
          expect([header, registered.includes(normaliseHeader(header))]).toEqual([header, false]);
        }
      }
    },
  );

  test('none is the label of another field of any discipline, so that no written header becomes ambiguous', () => {
    const keysOfLabel = new Map<string, Set<string>>();
    for (const { key, label } of disciplines.flatMap(fieldsOf)) {
      const name = normaliseHeader(label);
      keysOfLabel.set(name, (keysOfLabel.get(name) ?? new Set()).add(key));
    }
    for (const discipline of disciplines) {
      for (const { key } of fieldsOf(discipline)) {
        for (const header of furtherHeaders(discipline, key)) {
          const labelled = keysOfLabel.get(normaliseHeader(header));
          expect([header, labelled?.has(key) ?? true]).toEqual([header, true]);
        }
      }
    }
  });

  test.each(Object.entries<HeadersByKey>(headersBySource))(
    '%s names fields that its disciplines have',
    (_, source) => {
      for (const scope of ['common', ...disciplines] as const) {
        const among = scope === 'common' ? disciplines : [scope];
        const keys = new Set(among.flatMap(fieldsOf).map(({ key }) => key));
        expect(Object.keys(source[scope] ?? {}).filter((key) => !keys.has(key))).toEqual([]);
      }
    },
  );

  test.each([
    ['piping', 'Menge', 'quantity'],
    ['piping', 'Stückzahl', 'quantity'],
    ['piping', 'AUSSENDURCHMESSER (mm)', 'outsideDiameter'],
    ['piping', 'Line Number Tag', 'lineNumber'],
    ['piping', 'Matching Pipe OD', 'outsideDiameter'],
    ['piping', 'Long Description (Family)', 'description'],
    ['civil', 'Désignation des ouvrages', 'description'],
    ['concrete', 'Descripción de la partida', 'description'],
    ['architectural', 'Preço total (R$)', 'totalCost'],
    ['structural', 'Lunghezza (m)', 'memberLength'],
    ['structural', 'Länge (m)', 'memberLength'],
    ['bulk_electrical', 'Länge (m)', 'routeLength'],
  ] as const)('on %s lines %s is %s', (discipline, header, key) => {
    expect(fieldOfHeader(discipline, header)?.key).toBe(key);
  });

  test('are told apart from the headers of the registry', () => {
    expect(isFurtherHeader('piping', 'Menge')).toBe(true);
    expect(isFurtherHeader('piping', 'Line Number Tag')).toBe(true);
    expect(isFurtherHeader('piping', 'Qty')).toBe(false);
    expect(isFurtherHeader('piping', 'Menge [quantity]')).toBe(false);
    expect(isFurtherHeader('piping', 'Zwischenraum')).toBe(false);
  });

  test('a word that can be several fields is none', () => {
    for (const header of ['Preis', 'Prix unitaire', 'Precio', 'Preço', 'Prezzo unitario', 'Einheitspreis'])
      expect(fieldOfHeader('civil', header)).toBeUndefined();
  });
});
