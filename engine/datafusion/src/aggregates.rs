//! Aggregate functions whose state contains hashes instead of strings.
//!
//! In: normal forms, computed by a kernel of `urigram_arrow`.
//! Out: `all`, the aggregate functions for DataFusion.
//! Next: `register_all`.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, UInt64Type};
use datafusion::common::types::logical_string;
use datafusion::common::{Result, ScalarValue, exec_err, plan_datafusion_err, plan_err};
use datafusion::logical_expr::function::{AccumulatorArgs, AggregateFunctionSimplification, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, Coercion, Documentation, EncodingPreservation, Expr,
    ReversedUDAF, Signature, TypeSignature, TypeSignatureClass, Volatility,
};
use datafusion::physical_expr::expressions::Literal;
use siphasher::sip128::{Hasher128, SipHasher13};
use urigram::normalize::Level;
use urigram_arrow::{Invalid, normalize};

use crate::error::FunctionError;
use crate::functions::{DOC_SECTION, LEVEL, level};

/// Returns all functions.
pub(crate) fn all() -> impl Iterator<Item = AggregateUDF> {
    [Invalid::Null, Invalid::Fail].into_iter().map(|form| AggregateUDF::from(Udf::new(form)))
}

// `uri_count_distinct`: the number of distinct normal forms.

#[derive(Debug)]
struct Udf {
    name: &'static str,
    invalid: Invalid,
    signature: Signature,
    documentation: Documentation,
}

impl Udf {
    fn new(invalid: Invalid) -> Self {
        let (name, of_invalid) = match invalid {
            Invalid::Null => ("uri_count_distinct", "Invalid ones do not count."),
            Invalid::Fail => ("uri_count_distinct_strict", "Fails if one is invalid."),
        };
        let string = Coercion::new_exact(TypeSignatureClass::Native(logical_string()))
            .with_encoding_preservation(EncodingPreservation::dictionary());
        let forms = [1, 2].map(|count| TypeSignature::Coercible(vec![string.clone(); count]));
        let about = format!(
            "Returns how many distinct normal forms the URI references have at a level of the comparison ladder, \
             by default of syntax-based normalization. {of_invalid} A hash of 16 bytes is kept of each form, and no text."
        );
        let documentation = Documentation::builder(DOC_SECTION, about, format!("{name}(uri[, level])"))
            .with_argument("uri", "URI references")
            .with_argument(LEVEL.name, LEVEL.about)
            .with_sql_example(format!(
                "```sql\n> SELECT {name}(column1, 'scheme') FROM (VALUES ('http://a'), ('http://a:80/'));\n1\n```"
            ))
            .build();
        let names = ["uri", LEVEL.name].map(str::to_owned).to_vec();
        let signature = Signature::one_of(forms.to_vec(), Volatility::Immutable);
        let signature = Signature { parameter_names: Some(names), ..signature };
        Self { name, invalid, signature, documentation }
    }
}

/// Returns the level named by the second argument of a function. The argument is `None` if it is not
/// constant.
fn level_of(function: &str, argument: Option<&ScalarValue>) -> Result<Level> {
    let Some(name) = argument.and_then(|name| name.try_as_str().flatten()) else {
        return plan_err!("{function}: the level must be a constant string");
    };
    level(Some(name)).map_err(|error| plan_datafusion_err!("{function}: {}", error.message()))
}

impl PartialEq for Udf {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Udf {}

impl Hash for Udf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl AggregateUDFImpl for Udf {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Int64)
    }

    fn is_nullable(&self) -> bool {
        false
    }

    fn default_value(&self, _: &DataType) -> Result<ScalarValue> {
        Ok(ScalarValue::Int64(Some(0)))
    }

    fn state_fields(&self, args: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        Ok(vec![Arc::new(Field::new(format!("{}[hashes]", args.name), DataType::LargeBinary, false))])
    }

    fn accumulator(&self, args: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        let level = args.exprs.get(1).map(|expression| {
            let literal = expression.downcast_ref().map(Literal::value);
            level_of(self.name, literal)
        });
        let level = level.transpose()?.unwrap_or(Level::Path);
        Ok(Box::new(Count { name: self.name, level, invalid: self.invalid, hashes: Hashes::default() }))
    }

    /// Checks the level before any row is read.
    fn simplify(&self) -> Option<AggregateFunctionSimplification> {
        let name = self.name;
        Some(Box::new(move |function, _| {
            if let Some(argument) = function.params.args.get(1) {
                level_of(name, argument.as_literal())?;
            }
            Ok(Expr::AggregateFunction(function))
        }))
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }

    fn reverse_expr(&self) -> ReversedUDAF {
        ReversedUDAF::Identical
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

#[derive(Debug)]
struct Count {
    name: &'static str,
    level: Level,
    invalid: Invalid,
    hashes: Hashes,
}

impl Count {
    /// Inserts the forms that are not null, and for whose index `counts` returns true.
    fn insert(&mut self, forms: &ArrayRef, counts: impl Fn(usize) -> bool) -> Result<()> {
        let forms = cast(forms, &DataType::Utf8View)?;
        let forms = forms.as_string_view().iter().enumerate().filter(|&(index, _)| counts(index));
        forms.filter_map(|(_, form)| form).for_each(|form| self.hashes.insert(form));
        Ok(())
    }
}

impl Accumulator for Count {
    fn update_batch(&mut self, arguments: &[ArrayRef]) -> Result<()> {
        let Some(references) = arguments.first() else { return exec_err!("{}: no argument", self.name) };
        let forms = normalize(references, self.level, self.invalid);
        let forms = forms.map_err(|error| FunctionError::new(self.name, error))?;
        let Some(dictionary) = forms.as_any_dictionary_opt() else { return self.insert(&forms, |_| true) };
        let keys = cast(dictionary.keys(), &DataType::UInt64)?;
        let mut used = vec![false; dictionary.values().len()];
        for key in keys.as_primitive::<UInt64Type>().iter().flatten() {
            used[key as usize] = true;
        }
        self.insert(dictionary.values(), |value| used[value])
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        Ok(ScalarValue::Int64(Some(i64::try_from(self.hashes.len()).unwrap_or(i64::MAX))))
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.hashes.size()
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![ScalarValue::LargeBinary(Some(std::mem::take(&mut self.hashes).to_bytes()))])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let Some(states) = states.first() else { return exec_err!("{}: no state", self.name) };
        states.as_binary::<i64>().iter().flatten().try_for_each(|state| self.hashes.extend(state))
    }
}

// Sets of hashes as the state of an aggregate.

/// The hashes of distinct strings. A hash takes 19 to 39 bytes, because the table doubles when 7/8 of its
/// slots are used, and 50 % more while the table grows.
///
/// The probability of a collision among n strings is below n² / 2¹²⁹: 1.5 · 10⁻¹⁵ for a trillion strings.
#[derive(Debug, Default)]
struct Hashes(HashSet<u128, BuildHasherDefault<AsItIs>>);

impl Hashes {
    fn insert(&mut self, text: &str) {
        let mut hasher = SipHasher13::new();
        hasher.write(text.as_bytes());
        self.0.insert(hasher.finish128().as_u128());
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the hashes, 16 bytes each.
    fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|hash| hash.to_le_bytes()).collect()
    }

    /// Adds the hashes that [`to_bytes`](Self::to_bytes) returned.
    fn extend(&mut self, bytes: &[u8]) -> Result<()> {
        let (hashes, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return exec_err!(
                "the state of uri_count_distinct has {} bytes, not a multiple of 16",
                bytes.len()
            );
        }
        self.0.extend(hashes.iter().map(|&hash| u128::from_le_bytes(hash)));
        Ok(())
    }

    /// Returns the number of bytes on the heap.
    fn size(&self) -> usize {
        // The table has a control byte for each slot.
        self.0.capacity() * (size_of::<u128>() + 1) * 8 / 7
    }
}

/// The identity as a hash function, because the keys are already hashes.
#[derive(Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, hash: u128) {
        self.0 = (hash >> 64) as u64;
    }
}
