/** Lists of names, of Javadoc and Doctum. */
const javadocList =
  /(?:^|\/)(?:index-all|doc-index|all(?:classes|packages)(?:-\w{1,20})?|(?:overview|package)-(?:tree|frame|use)|serialized-form|help-doc)\.html$|\/(?:class-use|index-files)\//i;
/** Lists of names, and the text of source files, of Doxygen. It can write a letter as its code (`functions_0x7e.html`), and number its files. */
const doxygenList =
  /(?:^|\/)(?:annotated|graph_legend|(?:functions|globals|namespacemembers)_(?:func|vars|type|enum|eval|prop|rela|defs|[a-z~]|0x[\da-f]{2,6})(?:_(?:[a-z~]|0x[\da-f]{2,6}))?|dir_[0-9a-f]{32}|[^/]*-members|(?:[^/]*_8\w{1,5}|a\d{5})_source)\.html$/i;
/** The results that the search of Doxygen shows in a frame. */
const doxygenSearch =
  /(?:^|\/)search\/(?:nomatches|(?:all|classes|concepts|defines|enums|enumvalues|events|files|functions|groups|namespaces|pages|properties|related|topics|typedefs|variables)_[\da-f]{1,2})\.html$/;
/** Lists of names, the text of source files and the source of pages, of Sphinx. It may make a folder of a page. */
const sphinxList =
  /(?:^|\/)(?:genindex(?:-\w{1,20})?|\w{1,20}-modindex|http-routingtable)(?:\.html|\/)$|(?:^|\/)_(?:modules|sources)\//i;

/** Lists of names, of YARD. */
const yardList = /(?:^|\/)(?:class|file|method|tag)_list\.html$/i;

/** The text of a source file, of rustdoc. */
const rustSource = /\/src\/.*\.rs\.html$/i;

/** The text of a source file, of JSDoc and YUIDoc. */
const scriptSource = /\.[cm]?[jt]sx?\.html$/i;

/** Returns whether a page of a generated site only lists the names of other pages, or shows the text of a source file. */
export function isNameList(path: string): boolean {
  return [
    javadocList,
    doxygenList,
    doxygenSearch,
    sphinxList,
    yardList,
    rustSource,
    scriptSource,
  ].some((pattern) => pattern.test(path));
}
