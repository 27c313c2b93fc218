export const worksheetStart = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`;

const widthPadding = 0.7109375;

export function columnWidth(index: number, characters: number, style = 0): string {
  return `<col min="${index + 1}" max="${index + 1}" width="${characters + widthPadding}" style="${style}" customWidth="1"/>`;
}
