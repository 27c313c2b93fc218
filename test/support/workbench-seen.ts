import type { Page } from 'playwright-core';
import { until } from './until';

// The answers that the browser has stored are read as text.
export const seenIn = (page: Page) =>
  page.evaluate<string[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('workbench', 1);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onsuccess = () => {
      const all = opening.result.transaction('seen').objectStore('seen').getAll();
      all.onsuccess = () => {
        opening.result.close();
        resolve(all.result.map(({ name, bytes }) => name + ' ' + new TextDecoder('latin1').decode(bytes)));
      };
    };
  })`);

/** The page writes a second after the last answer. */
export async function whenSeenIsStored(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  let before = 0;
  await until(async () => {
    const { length } = await seenIn(page).catch(() => []);
    const isSettled = length > 0 && length === before;
    before = length;
    if (!isSettled) await page.waitForTimeout(1500);
    return isSettled;
  });
}
