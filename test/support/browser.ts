import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

/** A page with what went wrong in it and which origins it spoke to. */
export interface WatchedPage {
  page: Page;
  /** Errors in the console, what is refused by the content security policy among them, and exceptions. */
  faults: string[];
  origins: Set<string>;
}

/** Debian's Chromium, which finds no host but this machine. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: '/usr/bin/chromium', args: flags });

export async function openPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  const faults: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  const note = (request: Request) => {
    const { origin, protocol } = new URL(request.url());
    const isBlocked = request.failure()?.errorText === 'csp';
    if (protocol.startsWith('http') && !isBlocked) origins.add(origin);
  };
  context.on('requestfinished', note);
  context.on('requestfailed', note);
  return { page, faults, origins };
}
