import type { Locator, Page } from 'playwright-core';

/** These are the acts that a person repeats on the pages of the workbench, on whichever page is current. */
export function pageActs(current: () => Page) {
  const button = (name: string | RegExp, within: Page | Locator = current()) =>
    within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  const heading = (name: string) => current().getByRole('heading', { name, exact: true });
  const dialog = () => current().getByRole('dialog').last();
  const link = (name: string) => current().getByRole('link', { name, exact: true });
  const place = (name: string) =>
    current().getByRole('navigation', { name: 'Project views' }).getByRole('link', { name, exact: true });

  async function newKey(name: string): Promise<string> {
    await button('New API key').click();
    await dialog().getByLabel('Name', { exact: true }).fill(name);
    await choose(/Role/, 'Contributor');
    await button('Save').click();
    await current().getByRole('dialog', { name: 'Your new API key' }).waitFor();
    const key = (await dialog().locator('code').textContent()) ?? '';
    await button('Close', dialog()).last().click();
    return key;
  }

  async function importLibrary(list: string, file: { name: string; text: string }): Promise<void> {
    await current().getByRole('navigation', { name: 'Libraries' }).getByRole('link', { name: list }).click();
    await current().getByRole('heading', { level: 1, name: list }).waitFor();
    await button('Import').first().click();
    const content = { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) };
    await dialog().locator('input[type=file]').setInputFiles(content);
    await dialog().getByRole('heading', { name: 'Result of the check' }).waitFor();
    await button(/^Import \d+ rows$/, dialog()).click();
    await button('Show the list', dialog()).click();
    await dialog().waitFor({ state: 'detached' });
  }

  async function choose(label: string | RegExp, option: string, within: Locator = dialog()) {
    await within.getByRole('button', { name: label }).click();
    await current().getByRole('option', { name: option, exact: true }).click();
  }

  async function chooseFile(file: File): Promise<void> {
    const chooser = current().waitForEvent('filechooser');
    await button('Choose a file').click();
    const buffer = Buffer.from(await file.arrayBuffer());
    await (await chooser).setFiles({ name: file.name, mimeType: file.type, buffer });
    await heading(file.name).waitFor();
  }

  const countOf = (name: string) =>
    current()
      .locator('dl div')
      .filter({ has: current().getByText(name, { exact: true }) })
      .locator('dd')
      .last()
      .textContent();

  async function openGap(name: string, lines: number): Promise<void> {
    await place('Overview').click();
    const gap = current().getByRole('table', { name: 'Completeness' }).getByRole('row', { name });
    await gap.getByText(String(lines), { exact: true }).waitFor();
    await gap.getByRole('link').click();
    await current().getByText(`${lines} lines`, { exact: true }).first().waitFor();
  }

  async function bulkEdit(values: Record<string, string>): Promise<void> {
    await button('Lines').click();
    await current()
      .getByRole('menuitem', { name: /^Edit all/ })
      .click();
    for (const [at, [field, value]] of Object.entries(values).entries()) {
      if (at > 0) await button('Edit another field', dialog()).click();
      const change = dialog().getByRole('list', { name: 'Changes' }).getByRole('listitem').nth(at);
      await change.getByRole('combobox', { name: 'Field' }).fill(field);
      await current().getByRole('option', { name: field, exact: true }).click();
      const number = change.getByRole('textbox', { name: 'New value' });
      const input = number.or(change.getByRole('combobox', { name: 'New value' }));
      await input.fill(value);
      await input.press('Tab');
    }
    await button('Preview', dialog()).click();
    await button(/^Edit \d+ lines?$/, dialog()).click();
    await dialog()
      .getByText(/lines? changed\./)
      .waitFor();
    await button('Close', dialog()).last().click();
  }

  async function downloaded(name: string): Promise<ArrayBuffer> {
    const saved = current().waitForEvent('download');
    await button(name).click();
    return Bun.file(await (await saved).path()).arrayBuffer();
  }
  return {
    button,
    heading,
    dialog,
    link,
    place,
    newKey,
    importLibrary,
    choose,
    chooseFile,
    countOf,
    openGap,
    bulkEdit,
    downloaded,
  };
}
