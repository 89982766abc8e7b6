/*
 * CHANGELOG.md in the form of Keep a Changelog: sections of versions, the newest first, under headings such as `## [1.2.0] - 2026-11-27`.
 * The changes since the last release are under `## [Unreleased]`.
 */

export interface Section {
  /** `Unreleased`, or a version such as `1.2.0`. */
  readonly name: string;
  /** `2026-11-27`; undefined for `Unreleased`. */
  readonly date: string | undefined;
  /** Text between the heading and the next heading, trimmed. */
  readonly text: string;
}

const HEADING = /^## \[([^\]\n]+)\](?: - (\d{4}-\d{2}-\d{2}))?[ \t]*\n/gm;

/** Links from the names of versions to their changes, at the end of the file. */
const LINKS = /(?:^\[[^\]\n]+\]: \S+\n?)+$/m;

/**
 * Returns the sections, the newest first.
 *
 * @throws Error if the first section is not `Unreleased`, or if a version has no date
 */
export function sectionsOf(changelog: string): readonly Section[] {
  const text = unixLines(changelog).replace(LINKS, "");
  const headings = [...text.matchAll(HEADING)];
  const sections = headings.map(({ 0: heading, 1: name, 2: date, index }, i) => ({
    name: name!,
    date,
    text: text.slice(index + heading.length, headings[i + 1]?.index).trim(),
  }));
  if (sections[0]?.name !== "Unreleased")
    throw new Error('The first section of the changelog must have the heading "## [Unreleased]".');
  const undated = sections.slice(1).find((section) => section.date === undefined);
  if (undated !== undefined)
    throw new Error(
      `The section of version ${undated.name} needs a date: "## [${undated.name}] - 2026-01-31".`,
    );
  return sections;
}

/**
 * Returns the changelog with the changes under `Unreleased` moved to a section of the version, and with the links of both.
 *
 * @param date `2026-11-27`
 * @param repository address of the repository without a slash at its end
 * @throws Error if there is no change, or if the version has a section already
 */
export function releaseChangelog(
  changelog: string,
  version: string,
  date: string,
  repository: string,
): string {
  const sections = sectionsOf(changelog);
  if (sections[0]!.text === "") throw new Error('The changelog has no change under "## [Unreleased]".');
  if (sections.some(({ name }) => name === version))
    throw new Error(`The changelog has a section of version ${version} already.`);
  const heading = "## [Unreleased]\n";
  const text = unixLines(changelog).replace(LINKS, "").trimEnd();
  const released = text.replace(heading, () => `${heading}\n## [${version}] - ${date}\n`);
  const versions = [version, ...sections.slice(1).map(({ name }) => name)];
  const links = versions.map((name, i) => {
    const previous = versions[i + 1];
    return previous === undefined
      ? `[${name}]: ${repository}/releases/tag/v${name}`
      : `[${name}]: ${repository}/compare/v${previous}...v${name}`;
  });
  return `${released}\n\n[Unreleased]: ${repository}/compare/v${version}...HEAD\n${links.join("\n")}\n`;
}

/** Returns the code spans of a text in Markdown, such as `tamis/url`, and the names in them. */
export function namedIn(markdown: string): ReadonlySet<string> {
  const spans = [...markdown.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!);
  return new Set([...spans, ...spans.flatMap((span) => span.match(/[\w$]+/g) ?? [])]);
}

/** A clone on Windows can have CRLF. */
function unixLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
