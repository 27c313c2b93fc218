import { Slice } from '@consulting/kernel/process';

export class WbsCodes {
  private constructor(
    private readonly found: ReadonlyMap<string, string>,
    readonly json: string,
  ) {}

  static async of(entries: Iterable<readonly [code: string, leadsTo: string]>): Promise<WbsCodes> {
    const found = new Map<string, string>();
    const members: string[] = [];
    const slice = new Slice();
    for (const [code, leadsTo] of entries) {
      if (slice.isOver) await slice.next();
      found.set(code, leadsTo);
      members.push(`${JSON.stringify(code)}:${JSON.stringify(leadsTo)}`);
    }
    return new WbsCodes(found, `{${members.join(',')}}`);
  }

  get(code: string): string | undefined {
    return this.found.get(code);
  }
}
