const generatedName =
  /\.min\.[cm]?js$|\.bundle\.[cm]?js$|\.pb(\.gw)?\.go$|_pb2(_grpc)?\.pyi?$|_pb\.(d\.ts|js)$|\.(gen|generated|g)\.[a-z]+$|(^|\/)zz_generated|_generated\.[a-z]+$|(^|\/)bindata\.go$|\.designer\.cs$|\.(?:freezed|gr|mocks|pb|pbenum)\.dart$/i;
const vendoredFolder =
  /(^|\/)(node_modules|vendor|vendored|_vendor|third[_-]?party|bower_components|site-packages|\.yarn|generated|__generated__)\//i;
/** Packages that users of a library do not import. In JavaScript, such a folder can have the sources of what the library exports. */
const internalPackage =
  /(?:^|\/)(?:internal\/[^\n]*\.(?:java|kt|scala|go)|src\/[^\n]*\/internal\/[^\n]*\.cs|_internal\/[^\n]*\.py)$/i;
/** Headers of other libraries, and those for the parts of a library itself. */
const privateHeader =
  /(?:(^|\/)(?:external|externals|extern|deps|3rd[-_]?party|contrib|submodules|internal|detail|details|impl|priv|private|examples?|samples?|demos?|resources)\/[^\n]*|(?:[_+](?:internal|private)|_impl|_priv|_p|[-_]inl|[-_]detail))\.(?:h|hh|hpp|hxx)$/i;
/** The programs that `flutter create` writes, which start an app on each system. */
const flutterRunner =
  /(?:^|\/)(?:windows|linux|macos|ios)\/(?:(?:runner(?:tests)?|flutter)\/[^/\n]*|my_application)\.(?:h|cc|cpp|swift)$/i;
const excluded = [generatedName, vendoredFolder, internalPackage, privateHeader, flutterRunner];
const generatedHeader =
  /code generated .{0,200}do not edit|@generated\b|<auto-?generated\s?\/?>|(auto(matically)?[- ]?|is |^[/#*; ]{1,6})generated (automatically )?(by|from|file|code)[^\n]{0,200}\n?[^\n]{0,80}(do not|don't) (edit|modify|change)|(do not|don't) (edit|modify)[^\n]{0,120}generated/im;

const headerChars = 2000;
const longLine = 2000;
const longAverage = 250;

/** Returns true for the paths of generated, minified, vendored and internal files: their comments do not document this library. */
export function isExcludedPath(path: string): boolean {
  return excluded.some((name) => name.test(path));
}

/** Returns whether a program wrote or minified a source. */
export function isGeneratedOrMinified(content: string): boolean {
  if (generatedHeader.test(content.slice(0, headerChars))) return true;
  // Columns in a comment can be padded to hundreds of characters. Rust can have a file in an attribute.
  return looksMinified(content.replace(/ {20,}|(?<=#!?\[doc = )".*/g, ' '));
}

/** Returns true if lines longer than 2,000 characters hold most of the file, or if lines average over 250 characters. */
function looksMinified(content: string): boolean {
  if (content.length < longLine) return false;
  let lines = 1;
  let longChars = 0;
  for (let start = 0; start < content.length; lines += 1) {
    const newline = content.indexOf('\n', start);
    const end = newline < 0 ? content.length : newline;
    if (end - start > longLine) longChars += end - start;
    start = end + 1;
  }
  return content.length / lines > longAverage || longChars > content.length / 2;
}

/** Returns whether a file is a header of C or C++ that users of a library include. */
export function isPublicHeader(path: string): boolean {
  return /(?:^|\/)include\/[^\n]*\.(?:h|hh|hpp|hxx)$/i.test(path);
}

const testFolder =
  /(^|\/)(tests?|test cases|__tests__|__mocks__|__fixtures__|testdata|test-data|fixtures|testing\/fixtures|e2e|benches|benchmark(?:s|ing)?|mocks|test_driver|integration_test)\//i;
const testName =
  /\.(test|spec|bench|stories|e2e)\.[a-z]+$|\.[Tt]ests\.ps1$|_test\.go$|_(?:test|spec)\.(?:rb|lua|cr)$|(?:^|\/)spec\/[^\n]*\.(?:lua|cr)$|(^|\/)(test_[^/]*|[^/]*_test|conftest|tests)\.pyi?$|(^|\/)tests?\.rs$|[a-z0-9](Test|Tests|TestCase|IT|Benchmark)\.java$|[a-z0-9](?:Tests?|Specs?|Benchmarks?)\.[cf]s$|[a-z0-9](?:Test|TestCase|Spec)\.php$/;

/** Projects of .NET for tests and benchmarks, such as `Saw.Api.Tests/` and `SawPerformanceTests/`, and for a site, such as `Saw.Docs/`. */
const testProject =
  /(^|\/)[\w.-]{0,80}(?:Tests?|Specs|Benchmarks?|TestUtils|\.(?:Docs|Documentation|Demos?|Samples?|Examples?))(?:\.\w{1,40}){0,3}\/[^\n]*\.[cf]s$/;

/** Source sets of Gradle beside `main` for tests and benchmarks, such as `src/androidTest/java/`. */
const testSourceSet =
  /(^|\/)src\/(?:\w{0,50}[a-z0-9]Tests?|testFixtures|jmh|jcstress)\/(?:java|kotlin|groovy|scala)\//;

/** Code of a library that helps others to test, as in `spring-test/src/main/` and `django/test/`. */
const testHelp =
  /(^|\/)src\/main\/[^\n]*\.java$|^(src\/)?(?!(?:src|lib|python|app|backend|server|tools|scripts)\/)[a-z]\w*\/test\/(?!test_|[^/]*_test\.|conftest\.|tests\.)[^/]*\.pyi?$/;

/** Examples of Go, which its documentation shows although they are files of tests: `example_test.go`, `saw_example_test.go`. */
const goExamples = /(?:^|[/_])examples?(?:_\w{1,100})?_test\.go$/;

/** What builds a project, and not its library. */
const build = /(?:^|\/)project\/[^\n]*\.scala$|(?:^|\/)Setup\.hs$/;

const tests = [build, testFolder, testName, testSourceSet, testProject];

/** Returns true for tests, fixtures and benchmarks: they do not show how to use the code. */
export function isTestPath(path: string): boolean {
  if (testHelp.test(path) || goExamples.test(path)) return false;
  return tests.some((pattern) => pattern.test(path));
}
